import { describe, expect, test } from 'vitest';
import { good, openDraftClient } from '../support/draft-client.ts';
import { findInTables } from '../support/find-in-tables.ts';
import { expectStatus, openInstanceCase } from '../support/instance-case.ts';
import { lease } from '../support/quick-sender.ts';
import { openTemplateClient } from '../support/template-client.ts';
import { workflowTables } from '../support/workflow-tables.ts';

const URL_NAME = 'WorkflowNotificationCallbackUrlPreference';
const SECRET_NAME = 'WorkflowNotificationCallbackUrlSecretPreference';
const HOOK = 'https://127.0.0.1:8443/hook';

const { instance, sender, create } = await openInstanceCase();
const client = await openTemplateClient(instance, sender, lease);
const drafts = await openDraftClient(instance, sender, lease);

const { query, idOf } = workflowTables(() => instance);

const preferencesOf = (secret: string) => [
  { name: URL_NAME, value: HOOK },
  { name: SECRET_NAME, value: secret },
];
const secretIn = (list: { name: string; value: string }[]) =>
  list.find(({ name }) => name === SECRET_NAME)?.value;
const stored = async (table: 'workflows' | 'templates', id: number): Promise<string> =>
  (await query(`select preferences ->> $2 as secret from ${table} where id = $1`, [id, SECRET_NAME]))[0]
    .secret;

/** What the preferences of a draft are, as its sender reads them: by setting none. */
async function readSecret(id: number): Promise<string | undefined> {
  const answer = expectStatus(await drafts.send('POST', `/${id}/preferences`, { preferences: [] }), 200);
  return secretIn(answer.json());
}

describe('a callback secret', () => {
  test('is in no row of the database, wherever it was set, and is shown to those who may set it', async () => {
    const secrets = ['a', 'b', 'c'].map((letter) => `${letter.repeat(31)}!`);
    const [quick = '', set = '', ofTemplate = ''] = secrets;
    const envelopeId = await create({
      preferences: { [URL_NAME]: HOOK, [SECRET_NAME]: quick },
    });
    const quickId = await idOf(envelopeId);
    const { id: draft } = await drafts.draft();
    const keyed = () =>
      sender.call({
        method: 'POST',
        url: `${drafts.base}/${draft}/preferences`,
        payload: { preferences: preferencesOf(set) },
        headers: { 'idempotency-key': 'set-once' },
      });
    good(await keyed());
    // The answer that is kept for the key has the secret in it.
    const replayed = await keyed();
    expect(replayed.headers['idempotency-replayed']).toBe('true');
    expect(secretIn(replayed.json())).toBe(set);
    const template = await client.create();
    good(
      await client.send('POST', `/${template.id}/preferences`, { preferences: preferencesOf(ofTemplate) }),
    );
    const cloned = (await client.clone(template.id, { recipients: [] })).json() as { id: number };
    // A copy gets a secret of its own.
    const copied = (await client.send('POST', '', { fromWorkflowId: draft })).json() as { id: number };
    expect(await stored('templates', copied.id)).toMatch(/^sealed:1:/);
    expect(await findInTables(instance, secrets)).toEqual([]);
    expect(await readSecret(quickId)).toBe(quick);
    expect(await readSecret(draft)).toBe(set);
    expect(await readSecret(cloned.id)).toBe(ofTemplate);
    // Setting nothing changes no ciphertext, and so no version of a template.
    const before = await stored('templates', template.id);
    const versionOf = () => query('select version from templates where id = $1', [template.id]);
    const version = await versionOf();
    const again = await client.send('POST', `/${template.id}/preferences`, {
      preferences: preferencesOf(ofTemplate),
    });
    expect(secretIn(again.json())).toBe(ofTemplate);
    expect(await stored('templates', template.id)).toBe(before);
    expect(await versionOf()).toEqual(version);
  });

  test('does not open in another row, nor once it was changed', async () => {
    const secret = 'v'.repeat(32);
    const { id: victim } = await drafts.draft();
    const { id: own } = await drafts.draft();
    good(await drafts.send('POST', `/${victim}/preferences`, { preferences: preferencesOf(secret) }));
    const sealed = await stored('workflows', victim);
    for (const value of [sealed, `${sealed.slice(0, -2)}AA`]) {
      await query(`update workflows set preferences = $2 where id = $1`, [
        own,
        JSON.stringify({ [URL_NAME]: HOOK, [SECRET_NAME]: value }),
      ]);
      const answer = expectStatus(await drafts.send('POST', `/${own}/preferences`, { preferences: [] }), 500);
      expect(answer.body).not.toContain(secret);
    }
    await query(`update workflows set preferences = '{}' where id = $1`, [own]);
  });
});
