import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { readArchive } from '../support/archive.ts';
import { keyboardOf } from './keyboard.ts';
import { lookAt } from './looks.ts';
import { downloadBy, goWithin } from './people.ts';
import { stageForThisFile } from './stage.ts';

const stage = await stageForThisFile();

test('what is chosen in the list is exported by the keyboard, and downloaded once it is there', async ({
  task,
}) => {
  const name = `Mill of the east ${task.result?.retryCount ?? 0}`;
  await stage.query('delete from exports');
  await stage.send(name);
  const { page } = await stage.owner();
  const keyboard = keyboardOf(page);
  const [space] = await stage.query<{ id: string }>('select min(id) as id from workspaces');
  const url = `${stage.server.baseUrl}/exports/${space?.id}`;
  await page.goto(url);
  await page.getByText('No exports yet').waitFor();
  await lookAt(page, 'exports-none');
  await goWithin(page, `${stage.server.baseUrl}/documents`);
  await keyboard.pressOn(page.getByRole('checkbox', { name: 'Choose all on this page' }), 'Space');
  await keyboard.pressOn(page.getByRole('button', { name: 'Export as ZIP', exact: true }), 'Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('checkbox', { name: 'Documents' }).waitFor();
  await lookAt(page, 'export-dialog');
  await keyboard.pressOn(dialog.getByRole('checkbox', { name: 'Evidence as data (JSON)' }), 'Space');
  await keyboard.pressOn(dialog.getByRole('button', { name: 'Export', exact: true }), 'Enter');
  await page.waitForURL(url);
  await page.getByText('Ready').waitFor();
  const download = await downloadBy(page.getByRole('link', { name: 'Download' }));
  const files = await readArchive(await readFile(await download.path()));
  expect([...files.keys()].some((each) => each.includes(name))).toBe(true);
  // One that is being written, and others that ended otherwise.
  await stage.query(
    `insert into exports (organization_id, workspace_id, creator_id, state, contents, workflows, done, skipped, size,
       problem, created_at, ended_at, expires_at)
     select organization_id, workspace_id, creator_id, other.state, contents, 340, other.done, other.skipped, 123456789,
       other.problem, now(), case other.state when 'running' then null else now() end,
       case other.state when 'done' then now() + interval '5 hours' end
     from exports, (values ('running', 120, 0, null), ('done', 340, 3, null),
       ('failed', 12, 0, 'It could not be finished within a day. Export again, or fewer workflows at once.'),
       ('expired', 340, 0, 'A workflow in it was deleted, and the archive with it. Export again.'))
       as other(state, done, skipped, problem)`,
  );
  await page.reload();
  await page.getByRole('progressbar', { name: 'Progress of the export' }).waitFor();
  await lookAt(page, 'exports');
  await keyboard.pressOn(page.getByRole('button', { name: 'Cancel' }), 'Enter');
  await keyboard.pressOn(dialog.getByRole('button', { name: 'Cancel the export' }), 'Enter');
  await page.getByText('Canceled').waitFor();
});
