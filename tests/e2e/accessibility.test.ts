import { describe, expect, test } from 'vitest';
import { authorizationUrl } from '../support/app-client.ts';
import { DESKTOP, PHONE } from '../support/browser.ts';
import { isInShare, shareName } from '../support/share.ts';
import { openDesigner, tool } from './designer-tools.ts';
import { makeDraft, sessionFor, visitDraft } from './drafts.ts';
import { keyboardOf } from './keyboard.ts';
import { look } from './languages.ts';
import { goToCheck, goWithin, signatureFields, startSigning, typeSignature } from './people.ts';
import { visitSeals } from './seal-pages.ts';
import { SENDER_PAGES, visitSettings } from './setting-pages.ts';
import { ADA, BOB, stageForThisFile } from './stage.ts';

const stage = await stageForThisFile();

/** A third of the walks a run: other tests visit the same pages, and look at some of them. Developers and templates have their own. */
const walk = (at: number) => test.runIf(isInShare(at, 3));

describe(`every page can be read, named and reached, in light and dark, down to 320 px, ${shareName}`, () => {
  walk(0)('those that need no session', async () => {
    const { page, expectAnswer } = await stage.browser.newPerson();
    for (const status of [400, 401, 404]) expectAnswer(status);
    const { baseUrl } = stage.server;
    for (const [name, path, heading] of [
      ['sign-in', '/sign-in', 'Sign in'],
      ['password-reset', '/password-reset', 'Choose a new password'],
      ['password-reset-token', `/password-reset/${'A'.repeat(43)}`, 'Choose a new password'],
      ['set-up', `/set-up/${'A'.repeat(43)}`, 'Welcome to your own Paraph'],
      ['sign-up', '/sign-up', 'Create an account'],
      ['verify', '/verify', 'Verify a document'],
      ['status', '/status', 'Everything works'],
      ['signing-unknown', `/sign/${'A'.repeat(43)}`, 'Nothing to show here'],
    ] as const) {
      await page.goto(baseUrl + path);
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
      await look(page, name);
    }
  });

  walk(1)('those of the sender', async ({ task }) => {
    // A retry finds the documents of the first try, and their tag.
    const tried = task.result?.retryCount ?? 0;
    const [title, tag] = [`First lease ${tried}`, `Leases ${tried}`];
    await stage.send(title, {
      steps: [
        { type: 'review', recipients: [BOB] },
        { type: 'sign', recipients: [ADA] },
      ],
    });
    await stage.send(
      'A lease with a name that is rather long, as contracts between two companies often have',
    );
    const { page } = await stage.owner();
    const { baseUrl } = stage.server;
    await page.goto(`${baseUrl}/documents`);
    await page.getByRole('link', { name: title }).waitFor();
    await look(page, 'documents');
    const keys = keyboardOf(page);
    await keys.pressOn(page.locator('summary', { hasText: 'Columns' }), 'Enter');
    for (const column of ['Created', 'Last change'])
      await keys.pressOn(page.getByRole('checkbox', { name: column }), 'Space');
    const head = page.getByRole('button', { name: 'Last change' });
    await keys.pressOn(head, 'Enter');
    await page.locator('th[aria-sort=descending]', { hasText: 'Last change' }).waitFor();
    await keys.expectFocus(head);
    await look(page, 'documents-sorted');
    await keys.pressOn(page.getByRole('checkbox', { name: 'Choose all on this page' }), 'Space');
    await look(page, 'documents-chosen');
    for (const [name, button] of [
      ['documents-cancel', 'Cancel documents'],
      ['documents-deadline', 'Change the deadline'],
      ['documents-tag', 'Add tags'],
    ] as const) {
      await page.getByRole('button', { name: button }).click();
      await page.getByRole('dialog').waitFor();
      await look(page, name);
      if (name !== 'documents-tag') await page.keyboard.press('Escape');
    }
    await page.getByLabel('New tag (optional)').fill(tag);
    await page.getByRole('button', { name: 'Add the tags' }).click();
    await page.getByText(/^The tags are added to \d documents/).waitFor();
    await page.getByRole('listitem').filter({ hasText: tag }).first().waitFor();
    await page.getByRole('link', { name: title }).click();
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    await page.getByText('Asked to review').waitFor();
    await look(page, 'document');
    await page.getByRole('button', { name: /^Remind/ }).click();
    await page.getByText(/^Reminded just now/).waitFor();
    await look(page, 'document-reminded');
    for (const [name, button] of [
      ['document-correct', /^Correct name or address of Bob/],
      ['document-pass', /^Pass on to another person, instead of Bob/],
      ['document-deadline', 'Change the deadline'],
      ['document-cancel', 'Cancel document'],
    ] as const) {
      await page.getByRole('button', { name: button }).click();
      await page.getByRole('dialog').waitFor();
      await look(page, name);
      await page.keyboard.press('Escape');
    }
    for (const [name, path, heading] of SENDER_PAGES) {
      await goWithin(page, baseUrl + path);
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
      await page.getByRole('progressbar').or(page.getByText('Loading')).first().waitFor({ state: 'hidden' });
      await look(page, name);
    }
    await visitDraft(page, baseUrl, look);
    await goWithin(page, `${baseUrl}/account/developers`);
    await page.getByRole('button', { name: '+ Register an app' }).click();
    await page.getByRole('dialog').waitFor();
    await look(page, 'developers-register');
    await page.goto(authorizationUrl(baseUrl, stage.keys, 'state'));
    await page.getByRole('button', { name: 'Allow' }).waitFor();
    await look(page, 'authorize');
  });

  walk(2)('those of an organization', async ({ task }) => {
    // What is tried again finds what the first try left.
    const tried = task.result?.retryCount ?? 0;
    const { call } = stage.account;
    const invited = await call('/api/v1/organization/members', {
      members: [{ email: `somebody.with.a.rather.long.name${tried}@subsidiary.mill.example` }, BOB],
    });
    expect(invited).toHaveLength(2);
    const permissions = ['create_workflow', 'view_created_workflow', 'view_others_workflow', 'tag_workflow'];
    await call('/api/v1/organization/roles', { name: `Clerk ${tried}`, permissions });
    const { id } = (await call('/api/v1/workspaces', {
      name: 'Leases and rents',
      description: 'Everything between the mill and those who live in it.',
    })) as { id: number };
    const { page, expectAnswer } = await stage.owner();
    const area = `${stage.server.baseUrl}/account/organization`;
    await page.goto(area);
    await page.getByText('have not joined yet').waitFor();
    await look(page, 'members');
    await page.getByRole('button', { name: 'Invite people' }).click();
    await look(page, 'members-invite');
    await page.getByLabel('Email addresses').fill(`${tried}${ADA.email}, ${BOB.email}, nobody`);
    await page.getByRole('button', { name: 'Send the invitations' }).click();
    await page.getByText('1 invitation is on its way').waitFor();
    await look(page, 'members-invited');
    await goWithin(page, `${area}?invited=true`);
    await page.getByText('Only those who have not joined').waitFor();
    await look(page, 'members-pending');
    await goWithin(page, `${area}/name`);
    await page.getByLabel('Name', { exact: true }).fill('The mill and its house');
    await page.getByRole('button', { name: 'Rename' }).click();
    await page.getByText('is called The mill and its house').first().waitFor();
    await look(page, 'organization-name');
    await goWithin(page, `${area}/record`);
    await page
      .getByText(/renamed it from/)
      .nth(0)
      .waitFor();
    await page.getByText('Details').first().click();
    await look(page, 'organization-record');
    await visitSettings(page, area, look);
    await goWithin(page, area);
    await page.getByRole('button', { name: /^Hand over what Grace/ }).click();
    await page.getByLabel('Who takes over').waitFor();
    await look(page, 'members-hand-over');
    await goWithin(page, `${area}/roles`);
    await page.getByRole('heading', { name: `Clerk ${tried}` }).waitFor();
    await page.getByText('What it permits').nth(2).click();
    await look(page, 'roles');
    await page.getByRole('button', { name: 'New role' }).click();
    await page.getByLabel('Begin with what another role permits').selectOption('Editor');
    await look(page, 'role-new');
    expectAnswer(400);
    await visitSeals(page, area, look);
    await goWithin(page, `${area}/workspaces`);
    await page.getByRole('link', { name: 'Leases and rents' }).first().waitFor();
    await look(page, 'workspaces');
    await page.getByRole('button', { name: 'New workspace' }).click();
    await look(page, 'workspace-new');
    await goWithin(page, `${area}/workspaces/${id}`);
    await page.getByRole('heading', { level: 1, name: 'Leases and rents' }).waitFor();
    await look(page, 'workspace');
    expectAnswer(400);
    await page.getByLabel('Role of Grace Miller').selectOption('Viewer');
    await page.getByRole('alert').waitFor();
    await look(page, 'workspace-refused');
    await page.getByRole('button', { name: 'Add people' }).click();
    await page.getByRole('checkbox', { name: BOB.email }).waitFor();
    await look(page, 'workspace-add');
  });

  walk(3)('those that a session opens', async () => {
    const steps = [
      { type: 'sign', recipients: [ADA] },
      { type: 'sign', recipients: [BOB] },
    ] as const;
    const id = await makeDraft(stage.app, { name: 'Prepared lease', steps });
    const { designerUrl, envelopeView } = await sessionFor(stage.app, id);
    const { page, expectAnswer } = await stage.browser.newPerson();
    await openDesigner(page, designerUrl);
    await look(page, 'designer-empty');
    for (const kind of ['Signature', 'Checkbox', 'Text']) await tool(page, kind).click();
    await page.getByRole('heading', { name: '3 fields' }).waitFor();
    await look(page, 'designer-fields');
    for (const part of ['Add', 'Field', 'All fields']) {
      await page.setViewportSize(PHONE);
      await tool(page, part).click();
      await look(page, `designer-${part.toLowerCase().replace(' ', '-')}`);
    }
    await page.setViewportSize(DESKTOP);
    await page.getByRole('button', { name: 'Finish' }).click();
    await page.getByRole('heading', { name: 'All is saved' }).waitFor();
    await look(page, 'designer-finished');
    await page.goto(envelopeView);
    await page.locator('canvas').first().waitFor();
    await look(page, 'view');
    expectAnswer(404);
    await page.goto(`${stage.server.baseUrl}/view/${'A'.repeat(43)}`);
    await page.getByRole('heading', { name: 'This page has ended' }).waitFor();
    await look(page, 'designer-ended');
  });

  walk(5)('those of a signer, from the cover to the end', async ({ task }) => {
    // A retry has a document of its own.
    const title = `Seen lease ${task.result?.retryCount ?? 0}`;
    await stage.send(title);
    const link = await stage.linkFor(ADA, title);
    const { page } = await stage.browser.newPerson();
    await page.goto(link);
    await page.getByRole('button', { name: 'Start' }).waitFor();
    await look(page, 'signing-cover');
    await startSigning(page, link);
    await page.locator('canvas').first().waitFor();
    await look(page, 'signing-document');
    await page.getByText('Form', { exact: true }).click();
    await look(page, 'signing-form');
    await page.getByText('Pages', { exact: true }).click();
    await signatureFields(page).click();
    for (const tab of ['Draw', 'Type', 'Upload']) {
      await page.getByRole('tab', { name: tab }).click();
      await look(page, `signing-mark-${tab.toLowerCase()}`);
    }
    await typeSignature(page);
    await look(page, 'signing-filled');
    await page.getByRole('button', { name: 'Decline' }).click();
    await page.getByRole('dialog', { name: 'Decline this document?' }).waitFor();
    await look(page, 'signing-decline');
    await page.keyboard.press('Escape');
    await goToCheck(page);
    await look(page, 'signing-review');
    await page.getByRole('button', { name: 'Finish' }).click();
    await page.getByRole('link', { name: /^Download .+ \(sealed\)\.pdf/ }).waitFor();
    await look(page, 'signing-done');
  });
});

test('the focus goes to the new page, back to the button of a dialog, and stays where people are added or removed', async () => {
  const { page } = await stage.owner();
  const keys = keyboardOf(page);
  await page.goto(`${stage.server.baseUrl}/documents`);
  await page.getByRole('heading', { level: 1, name: 'Documents' }).waitFor();
  await keys.press('Tab');
  await keys.expectFocus(page.getByRole('link', { name: 'Skip to the page' }));
  await keys.pressOn(page.getByRole('link', { name: 'Inbox' }), 'Enter');
  await page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor();
  await keys.expectFocus(page.getByRole('main'));

  await goWithin(page, `${stage.server.baseUrl}/account/developers`);
  const opener = page.getByRole('button', { name: '+ Register an app' });
  await keys.pressOn(opener, 'Enter');
  const dialog = page.getByRole('dialog');
  await keys.expectFocus(dialog.getByLabel('Name', { exact: true }));
  for (let stop = 0; stop < 20; stop += 1) {
    await keys.press('Tab');
    // Past its last control a modal dialog hands over to the browser's own, and never to the page below it.
    const isBehind = await dialog.evaluate(
      (element) => document.activeElement !== document.body && !element.contains(document.activeElement),
    );
    expect(isBehind).toBe(false);
  }
  await keys.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await keys.expectFocus(opener);

  await goWithin(page, `${stage.server.baseUrl}/documents/new`);
  const people = page.getByRole('region', { name: 'People' });
  await people.getByLabel('Name').fill(ADA.name);
  await keys.pressOn(page.getByRole('button', { name: 'Add a person' }), 'Enter');
  await keys.expectFocus(people.getByLabel('Name').nth(1));
  await keys.pressOn(page.getByRole('button', { name: 'Remove this person' }), 'Enter');
  await keys.expectFocus(people.getByLabel('Name').first());
  await keys.pressOn(page.getByRole('button', { name: 'Undo' }), 'Enter');
  await expect.poll(() => people.getByLabel('Name').count()).toBe(2);
});
