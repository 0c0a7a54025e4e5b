import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase } from '../../server/src/database/database.ts';
import {
  backUp,
  completeRestore,
  dieAt,
  type EmptyInstance,
  folderPlace,
  Killed,
  restore,
  withEmpty,
} from '../support/backup.ts';
import { PASSWORD } from '../support/instance.ts';
import { folderForThisFile, openInstanceCase } from '../support/instance-case.ts';
import { addMember } from '../support/organization.ts';
import { quickSender } from '../support/quick-sender.ts';
import { workflowTables } from '../support/workflow-tables.ts';

const root = await folderForThisFile();
const { instance, sender } = await openInstanceCase();
const openId = await quickSender(() => sender).create();

test('what was erased after a backup is erased again when it is restored, unless it is wanted back', async () => {
  const place = await folderPlace(join(root, 'erased'));
  const { query } = workflowTables(() => instance);
  const leaver = await instance.signIn('Leaver', 'leaver@example.com');
  const kept = await instance.signIn('Kept', 'kept@example.com');
  await addMember(instance, sender, kept);
  const { create } = quickSender(() => sender);
  const erasedId = await create({ name: 'Erased later' });
  const underWayId = await create({ name: 'Under way' });
  await query('update workflows set creator_id = $1 where envelope_id = $2', [kept.profile.id, underWayId]);
  const { manifest } = await backUp(instance, place);

  const endpoint = `/api/v1/envelopes/${erasedId}`;
  await sender.call({ method: 'PUT', url: `${endpoint}/cancel` });
  expect((await sender.call({ method: 'DELETE', url: endpoint })).statusCode).toBe(204);
  await sender.call({ method: 'PUT', url: `/api/v1/envelopes/${underWayId}/cancel` });
  for (const { call } of [leaver, kept]) {
    const payload = { currentPassword: PASSWORD };
    const answer = await call({ method: 'POST', url: '/api/v1/account/erasure', payload });
    expect(answer.statusCode, answer.body).toBeLessThan(300);
  }
  // Of others that had these numbers, in a history that was given up.
  await query(
    `insert into workflow_tombstones select id, 'another', now(), '{}', '' from workflows
    where envelope_id = $1`,
    [openId],
  );
  await query(`insert into account_tombstones values ($1, now(), '{"createdAt": 1}', '')`, [
    sender.profile.id,
  ]);
  instance.advance(1);
  await backUp(instance, place);
  await query(`delete from workflow_tombstones where envelope_id = 'another'`);
  await query('delete from account_tombstones where user_id = $1', [sender.profile.id]);

  const countIn = async (empty: EmptyInstance) => {
    const { database, close } = openDatabase(empty.testDatabase.options);
    const ids = [erasedId, openId, underWayId];
    const workflows = await database
      .selectFrom('workflows')
      .select('envelope_id')
      .where('envelope_id', 'in', ids)
      .execute();
    const users = await database.selectFrom('users').select('name').where('erased_at', 'is', null).execute();
    await close();
    return [workflows.map((row) => row.envelope_id).sort(), users.map(({ name }) => name)] as const;
  };
  const { snapshot } = manifest;
  await withEmpty(root, async (empty) => {
    const options = { snapshot, bringsBackErased: true };
    await restore(empty, place, { options });
    expect(await completeRestore(empty)).toMatchObject({
      problems: [],
      erased: { workflows: 0, accounts: 0 },
    });
    const [workflows, names] = await countIn(empty);
    expect(workflows).toEqual([erasedId, openId, underWayId].sort());
    expect(names).toEqual(expect.arrayContaining(['Leaver', 'Kept', 'Sender']));
  });
  await withEmpty(root, async (empty) => {
    await expect(restore(empty, place, { options: { snapshot }, onStep: dieAt('buried') })).rejects.toThrow(
      Killed,
    );
    await restore(empty, place, { options: { snapshot } });
    expect(await completeRestore(empty)).toMatchObject({
      problems: [],
      erased: {
        workflows: 1,
        accounts: 1,
        keptAccounts: [{ id: kept.profile.id, obstacles: [expect.stringMatching(/^1 of the workflows/)] }],
      },
    });
    const [workflows, names] = await countIn(empty);
    expect(workflows).toEqual([openId, underWayId].sort());
    expect(names).toEqual(expect.arrayContaining(['Kept', 'Sender']));
    expect(names).not.toContain('Leaver');
  });
});
