import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { openInstalledClient } from '../support/installed-client.ts';
import { until } from '../support/processes.ts';
import { lease } from '../support/quick-sender.ts';
import { openTemplateClient } from '../support/template-client.ts';

const { instance, project, start, paraph, signIn } = await openInstalledClient();

describe('signed in', () => {
  beforeAll(async () => {
    expect((await signIn()).code).toBe(0);
  });

  it('sends a document for each row of a table, once its problems are mended', async () => {
    const session = await instance.signIn('Sender', 'sender@example.com');
    const client = await openTemplateClient(instance, session, lease);
    const { id } = await client.filled([{ name: 'Tenant', type: 'sign' }]);
    const run = async (...args: string[]) => {
      const running = start(['bulk', 'people.csv', '--template', String(id), ...args]);
      let isDone = false;
      void running.ended.then(() => {
        isDone = true;
      });
      await until('the table to be sent', async () => {
        await instance.runJobs();
        return isDone;
      });
      return running.ended;
    };
    await writeFile(join(project, 'people.csv'), 'Name;Mail;Note\nAda;ada@example.com;\nBob;nobody;\n');
    const refused = await run('--map', 'Mail=Tenant email');
    expect(refused).toMatchObject({ code: 1, out: '1 of 2 rows can be sent.\n' });
    expect(refused.errors).toMatch(
      /^Row 3, Mail: .+\nColumns that say nothing of the template, left out: Note\./,
    );
    expect(refused.errors).toMatch(/^Nothing was sent\./m);
    const checked = await run('--map', 'Mail=email', '--check', '--json');
    expect(JSON.parse(checked.out)).toMatchObject({ state: 'ready', valid: 1, invalid: 1 });
    const sent = await run('--map', 'Mail=email', '--name', 'Lease for {{Tenant.name}}', '--skip-invalid');
    expect(sent).toMatchObject({ code: 0, out: '1 of 2 rows of people.csv were sent.\n' });
    expect((await paraph('status')).out).toMatch(/Lease for Ada/);
    expect(await run('--map', 'Mail')).toMatchObject({ code: 2 });
  });

  it('makes, lists and ends an address for whoever comes, and says who came', async () => {
    const session = await instance.signIn('Sender', 'sender@example.com');
    const client = await openTemplateClient(instance, session, lease);
    const { id } = await client.filled([
      { name: 'Parent', type: 'sign' },
      { name: 'Office', type: 'sign' },
    ]);
    const links = (...args: string[]) => paraph('links', ...args, '--template', String(id));
    expect(await links('make')).toMatchObject({ code: 2 });
    expect((await links('make', 'Camp', '--person', 'Nurse=Eve <eve@example.com>')).errors).toMatch(
      /one of Parent, Office/,
    );
    expect((await links('make', 'Camp', '--person', 'Office=Eve')).errors).toContain('valid email address');
    const made = await links('make', 'Camp', '--person', 'Office=Eve <eve@example.com>', '--maximum', '40');
    expect(made).toMatchObject({ code: 0, errors: expect.stringMatching(/once: [0-9a-f]{64}/) });
    const listed = await links();
    const [, linkId = '', url = ''] = /^(\d+) {2}open {2}0 answers {2}Camp {2}(\S+)$/m.exec(listed.out) ?? [];
    expect(`${url}\n`).toBe(made.out);
    expect((await links('who', linkId)).out).toBe('Nobody has come yet.\n');
    expect(await links('end', linkId)).toMatchObject({ code: 0, out: `Link ${linkId} has ended.\n` });
    expect(JSON.parse((await links('list', '--json')).out)).toMatchObject([{ state: 'ended', maximum: 40 }]);
  });

  it('shows, follows and exports the record of the organization', async () => {
    const denied = await paraph('record');
    expect(denied).toMatchObject({ code: 3, errors: expect.stringContaining('paraph login --organization') });
    expect((await signIn('--seal', '--organization')).code).toBe(0);
    const chain = () => instance.jobs['chain-organization-events']?.(0);
    await chain();
    expect((await paraph('record', '--kind', 'key')).out).toMatch(/^2 +\d{4}-\S+ \S+ +key\.made +Sender/m);
    expect((await paraph('record', '--kind', 'keys')).errors).toContain('  kind: ');
    expect((await paraph('record', '--from', 'today')).code).toBe(2);
    const following = start(['record', '--follow', '--after', '2', '--json']);
    const followed = () => following.said.out.split('\n').filter((line) => line !== '');
    await until('what is there', () => followed().length > 0);
    const session = await instance.signIn('Sender', 'sender@example.com');
    await session.call({ method: 'PUT', url: '/api/v1/organization', payload: { name: 'Mill' } });
    await chain();
    await until('what came', () => followed().at(-1)?.includes('organization.renamed') === true);
    following.child.kill('SIGINT');
    expect((await following.ended).code).toBe(130);
    const numbers = followed().map((line) => JSON.parse(line).sequence);
    expect(numbers).toEqual(numbers.map((_, index) => index + 3));
    expect((await paraph('record', '--jsonl')).out).toBe('record.jsonl\n');
    const lines = (await readFile(join(project, 'record.jsonl'), 'utf8')).trim().split('\n');
    expect(JSON.parse(lines[1] ?? '')).toMatchObject({ name: 'key.made', hash: expect.any(String) });
    expect((await paraph('record', '--csv')).out).toBe('record.csv\n');
  });

  it('does what administrators do with connections, provisioning, appearance and the collector', async () => {
    const act = (...words: string[]) => paraph('organization', ...words);
    expect((await act('connections', 'mend')).errors).toContain('provisioning end CONNECTION TOKEN');
    const form = {
      ...{ name: 'Acme', issuer: 'https://login.example.com', clientId: 'paraph', clientSecret: 'secret' },
      ...{ isForSigners: false, isForMembers: true, domains: ['acme.example'], isEnforced: false },
      endsSession: false,
      mapping: {
        ...{ groupClaim: 'groups', groups: [], administratorGroups: [] },
        ...{ defaultRole: null, isDecisive: false },
      },
    };
    await writeFile(join(project, 'acme.json'), JSON.stringify(form));
    const made = await act('connections', 'make', 'acme.json', '--json');
    const { id } = JSON.parse(made.out || made.errors);
    expect((await act('connections')).out).toContain(`${id}  oidc  offered  Acme  acme.example (not proven)`);
    expect((await act('connections', 'try', id)).out).toMatch(/^not /m);
    const token = (await act('provisioning', 'make', id)).out.trim();
    const again = (await act('provisioning', 'make', id)).out.trim();
    expect(again).not.toBe(token);
    const shown = (await act('provisioning', id)).out;
    expect(shown).toMatch(/\/scim\/v2: 0 people, 0 groups, last contact never/);
    const { tokens } = JSON.parse((await act('provisioning', id, '--json')).out);
    const former = tokens.filter(({ endDate }: { endDate: number | null }) => endDate !== null);
    expect([tokens.length, former.length]).toEqual([2, 1]);
    expect((await act('provisioning', 'end', id, former[0].id)).code).toBe(0);
    expect(JSON.parse((await act('provisioning', id, '--json')).out).tokens).toHaveLength(1);
    expect((await act('connections', 'remove', id)).code).toBe(0);
    // Transactions of other tests on the same PostgreSQL may still be under way.
    await until('the usage to be counted', async () => {
      await instance.jobs['count-usage']?.(0);
      return /Counted until (?!never)/.test((await act('usage', '--from', '2026-01')).out);
    });
    expect((await act('usage', '--from', 'January')).code).not.toBe(0);
    expect((await act('usage', 'save', 'usage.csv')).code).toBe(0);
    expect(await readFile(join(project, 'usage.csv'), 'utf8')).toMatch(/^\ufeffmonth,workspaceId,workspace,/);
    await writeFile(
      join(project, 'brand.json'),
      JSON.stringify({ accent: '#7a1f5c', senderName: 'The mill' }),
    );
    expect((await act('brand', 'set', 'brand.json')).out).toBe('published: no, draft: yes\n');
    expect((await act('brand', 'publish')).out).toBe('published: yes, draft: yes\n');
    expect((await act('brand', 'withdraw')).out).toBe('published: no, draft: yes\n');
    expect((await act('collector')).out).toBe('No collector is set up.\n');
    expect((await act('collector', 'set', 'https://collector.example.com/')).out).toMatch(/^whsec_/);
    expect((await act('collector', 'retry')).out).toContain('https://collector.example.com/: up to 0');
    expect((await act('collector', 'remove')).code).toBe(0);
  });
});
