import { execFile } from 'node:child_process';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { COMMANDS } from '../../cli/src/command-line.ts';
import { clientVerbs } from '../../tools/runtime.mjs';
import { readArchive } from '../support/archive.ts';
import { findFreePort } from '../support/free-port.ts';
import { openHttpServer } from '../support/http-server.ts';
import { openInstalledClient } from '../support/installed-client.ts';
import { expectStatus, forThisTest } from '../support/instance-case.ts';
import { buildPdf, textLines } from '../support/pdf-fixtures.ts';
import { until } from '../support/processes.ts';
import { lease } from '../support/quick-sender.ts';
import { followInvitation } from '../support/signer.ts';
import { openTemplateClient } from '../support/template-client.ts';

const ADA = 'Ada Lovelace <ada@example.com>';
const BOB = 'Bob Miller <bob@example.com>';

const { instance, folder, project, start, paraph, signIn } = await openInstalledClient();

async function sendLease(...more: string[]): Promise<string> {
  const sent = await paraph('send', 'lease.pdf', '--sign', ADA, ...more);
  expect(sent.errors).toMatch(/^Sent\./);
  return sent.out.trim();
}

async function signAs(email: string): Promise<void> {
  await instance.runJobs();
  expectStatus(await (await followInvitation(instance, email)).sign(), 200);
  await instance.runJobs();
}

describe('before signing in', () => {
  it('brings nothing along but itself, and names its commands', async () => {
    expect(await readdir(join(project, 'node_modules'))).toEqual(['.bin', '.package-lock.json', '@paraph']);
    const { code, out } = await paraph('help');
    expect(code).toBe(0);
    const width = Math.max(...COMMANDS.map(({ name }) => name.length)) + 2;
    for (const { name, summary } of COMMANDS) expect(out).toContain(`${name.padEnd(width)}${summary}`);
    expect(COMMANDS.map(({ name }) => name)).toEqual(clientVerbs);
  });

  it.each([
    [['status', '--server', 'http://127.0.0.1:9'], 3, /You are not signed in to http:\/\/127\.0\.0\.1:9\./],
    [['status'], 2, /Which server\?/],
    [['signn'], 2, /Unknown command "signn"/],
    [['send', 'lease.pdf'], 2, /No signer is given/],
    [['send', 'lease.pdf', '--sign', 'Ada'], 2, /"Ada" has no valid email address/],
    [['send', '--sign', ADA], 2, /Give one of the two: a FILE, or --template ID/],
    [['send', 'lease.pdf', '--sign', ADA, '--lock'], 2, /--lock needs --template/],
    [
      ['send', '--template', '1', '--name', 'A', '--sign', ADA, '--place-fields'],
      2,
      /leave --place-fields out/,
    ],
    [['send', 'nothing.pdf', '--sign', ADA], 2, /nothing\.pdf is not a file/],
    [['send', '--sing', ADA], 2, /--sing/],
    [['verify', 'lease.pdf', '--no-fetch'], 6, /no signatures/],
  ] as const)('%j ends with %i', async (args, code, words) => {
    const run = await paraph(...args);
    expect(run.errors).toMatch(words);
    expect(run).toMatchObject({ code, out: '' });
  });

  it('names its release', async () => {
    const manifest = await readFile(new URL('../../package.json', import.meta.url), 'utf8');
    expect(await start(['--version']).ended).toEqual({
      ...{ code: 0, errors: '' },
      out: `paraph ${JSON.parse(manifest).version}\n`,
    });
  });

  it('says that a server cannot be reached', async () => {
    const port = await findFreePort();
    const env = { PARAPH_API_KEY: 'a key', PARAPH_URL: `http://127.0.0.1:${port}` };
    const run = await start(['status', '--json'], env).ended;
    expect(run.code).toBe(7);
    expect(JSON.parse(run.errors).error.code).toBe('CONNECTION_FAILED');
  });

  it('says in development which keys the server did not know', async () => {
    const headers = { 'content-type': 'application/json', 'paraph-ignored': 'metadata' };
    const older = openHttpServer((_call, response) => response.writeHead(200, headers).end('{"id":"2026"}'));
    const { origin: url } = await forThisTest(older);
    const args = ['send', 'lease.pdf', '--sign', ADA, '--metadata', 'order=7'];
    const sendTo = (env: Record<string, string>) =>
      start(args, { PARAPH_API_KEY: 'a key', PARAPH_URL: url, ...env }).ended;
    const said = 'Paraph ignored "metadata" of POST /api/v1/quick/envelopes: it does not know this key.';
    const run = await sendTo({});
    expect([run.code, run.out]).toEqual([0, '2026\n']);
    expect(run.errors).toContain(said);
    expect((await sendTo({ NODE_ENV: 'production' })).errors).toMatch(/^Sent\./);
  });

  it('completes its commands and options in bash', async () => {
    const { out } = await paraph('completion', 'bash');
    const complete = `${out}\nCOMP_WORDS=(paraph send --rev); COMP_CWORD=2; _paraph; echo "\${COMPREPLY[@]}"`;
    const { stdout } = await promisify(execFile)('bash', ['-c', complete]);
    expect(stdout.trim()).toBe('--review');
    expect((await paraph('completion', 'zsh')).out).toContain('--metadata[');
    expect((await paraph('completion', 'fish')).out).toContain('-l metadata -r');
  });
});

it('signed in without the scope for webhooks refuses to listen, and names the scope and the command that grants it', async () => {
  expect((await signIn()).code).toBe(0);
  const run = await paraph('listen');
  expect(run).toMatchObject({ code: 3, out: '' });
  expect(run.errors).toMatch(/lacks the scope webhooks:write.*paraph login --listen/s);
  expect((await paraph('logout')).code).toBe(0);
});

describe('signed in', () => {
  beforeAll(async () => {
    const { code, out } = await signIn('--listen');
    expect([code, out]).toEqual([0, `Signed in to ${instance.baseUrl} as sender@example.com.\n`]);
  });

  it('keeps its tokens for its user’s eyes alone, and renews them', async () => {
    const path = join(folder, 'config/paraph/credentials.json');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    const kept = JSON.parse(await readFile(path, 'utf8'));
    const ours = kept.servers[instance.baseUrl];
    await writeFile(path, JSON.stringify(kept).replace(`"expiresAt":${ours.expiresAt}`, '"expiresAt":1'));
    expect((await paraph('status')).code).toBe(0);
    const renewed = JSON.parse(await readFile(path, 'utf8')).servers[instance.baseUrl];
    expect(renewed.accessToken).not.toBe(ours.accessToken);
    expect(renewed.refreshToken).not.toBe(ours.refreshToken);
  });

  it('ends with 3 when the user declines in the browser', async () => {
    const running = start(['login', '--server', instance.baseUrl, '--no-browser']);
    await until('the address to be printed', () => /https?:\S+/.test(running.said.errors));
    const query = new URL(/https?:\S+authorize\S+/.exec(running.said.errors)?.[0] ?? '').searchParams;
    const denied = new URLSearchParams({ error: 'access_denied', state: query.get('state') ?? '' });
    const strange = await fetch(`${query.get('redirect_uri')}?code=stolen&state=guessed`);
    expect(strange.status).toBe(404);
    await fetch(`${query.get('redirect_uri')}?${denied}`);
    expect(await running.ended).toMatchObject({ code: 3, out: '' });
  });

  it('sends in order, tells how far it is, waits, and saves the sealed document', async () => {
    const args = [
      '--then',
      BOB,
      '--or',
      'cy@example.com',
      '--name',
      'The mill',
      '--metadata',
      'deal=D-7',
      '--wait',
      '-o',
      'signed.pdf',
    ];
    const running = start(['send', 'lease.pdf', '--sign', ADA, ...args]);
    await until('the document to be sent', () => /^Sent as \d{8}/.test(running.said.errors));
    const id = /Sent as (\w+)/.exec(running.said.errors)?.[1] ?? '';
    const { out } = await paraph('status', id, '--json');
    expect(JSON.parse(out)).toMatchObject({ name: 'The mill', status: 'started', metadata: { deal: 'D-7' } });
    await signAs('ada@example.com');
    const { out: told } = await paraph('status', id);
    expect(told).toContain('started: 1 of 2 done, waiting for bob@example.com or cy@example.com');
    expect(told).toMatch(/1\. {2}sign {2}signed +Ada Lovelace <ada@example\.com>/);
    await signAs('bob@example.com');
    expect(await running.ended).toMatchObject({ code: 0, out: `${id}\nsigned.pdf\n` });
    const { out: ended } = await paraph('status', id);
    expect(ended).toContain('signed: 2 of 2 done\n');
    expect(ended).toMatch(/2\. {2}sign {2}released +.*<cy@example\.com>/);
    const sealed = await readFile(join(project, 'signed.pdf'));
    expect(sealed.subarray(0, lease.length).equals(lease)).toBe(true);

    const verified = await paraph('verify', 'signed.pdf', '--json');
    const report = JSON.parse(verified.out);
    expect([verified.code, report.valid]).toEqual([0, true]);
    expect(report.signatures.map((each: { signerName: string }) => each.signerName)).toEqual([
      'Ada Lovelace',
      'Bob Miller',
    ]);
    expect((await paraph('verify', 'signed.pdf')).out).toMatch(
      /^The file is as it was signed\.\n2 signatures, .*Ada Lovelace.*leads to a trusted authority.*Bob Miller/s,
    );
    sealed[200] = (sealed[200] ?? 0) ^ 1;
    await writeFile(join(project, 'spoilt.pdf'), sealed);
    expect((await paraph('verify', 'spoilt.pdf')).code).toBe(6);

    const again = await paraph('download', id, '-o', 'signed.pdf');
    expect(again).toMatchObject({ code: 2, errors: expect.stringContaining('--force') });
    expect((await paraph('download', id, '-o', 'signed.pdf', '--force')).out).toBe('signed.pdf\n');
    expect((await paraph('download', id, '--court-bundle')).out).toBe('court-bundle.zip\n');
    const archive = await readArchive(await readFile(join(project, 'court-bundle.zip')));
    expect([...archive.keys()]).toEqual(expect.arrayContaining(['READ-ME-FIRST.html', 'SHA256SUMS']));
    expect((await paraph('download', id, '--court-bundle')).errors).toContain('--force');
    expect((await paraph('download', id, '--archive', '-o', 'all.zip')).out).toBe('all.zip\n');
    const files = await readArchive(await readFile(join(project, 'all.zip')));
    expect(files.get('lease (sealed).pdf')).toEqual(await readFile(join(project, 'signed.pdf')));
    expect((await readdir(project)).filter((name) => name.endsWith('.part'))).toEqual([]);
    expect((await paraph('status')).out).toMatch(new RegExp(`^${id} +signed .*The mill$`, 'm'));
  });

  it('names what the server refuses, and what does not exist', async () => {
    const refused = await paraph('send', 'lease.pdf', '--sign', ADA, '--days', '900');
    expect(refused).toMatchObject({ code: 2, out: '' });
    expect(refused.errors).toMatch(/^ {2}expiryDate: /m);
    const early = await paraph('send', 'lease.pdf', '--witness', 'wit@example.com', '--sign', ADA);
    expect(early).toMatchObject({ code: 2, errors: expect.stringContaining('--witness follows the signer') });
    const pair = await paraph('send', 'lease.pdf', '--sign', ADA, '--witness', 'Wit <wit@example.com>');
    expect(JSON.parse((await paraph('status', pair.out.trim(), '--json')).out).witnesses).toMatchObject([
      { step: 1, named: true, status: 'not_started' },
    ]);
    const unknown = await paraph('status', `20261121${'0'.repeat(32)}`);
    expect(unknown).toMatchObject({ code: 4, out: '' });
    const id = await sendLease();
    expect((await paraph('download', id)).code).toBe(5);
    const handed = await paraph('in-person', id, 'ada@example.com', '--link');
    expect(handed.out).toMatch(/^http\S+\/signing\/in-person#[\w-]{43}\n$/);
    expect(await paraph('in-person', id, 'eve@example.com')).toMatchObject({ code: 2, out: '' });
    expect((await paraph('download', id, '--unsigned')).errors).toContain('lease.pdf already exists');
    expect((await paraph('download', id, '--unsigned', '-o', 'open.pdf')).out).toBe('open.pdf\n');
    const saved = await readFile(join(project, 'open.pdf'));
    // The form of the start follows the upload.
    expect(saved.subarray(0, lease.length).equals(lease)).toBe(true);
  });

  it('sends values into a template and into text anchors, and prints them', async () => {
    const session = await instance.signIn('Sender', 'sender@example.com');
    const client = await openTemplateClient(instance, session, lease);
    const { id, fields } = await client.filled([{ name: 'Tenant', type: 'sign' }]);
    const [signature] = fields;
    const rent = { ...signature, id: 900, type: 'number', label: 'Rent', key: 'rent', posY: 40 };
    expectStatus(await client.send('PUT', `/${id}/fields`, { fields: [signature, rent] }), 200);
    const template = ['send', '--template', String(id), '--name', 'The mill', '--sign', ADA];
    const refused = await paraph(...template, '--value', 'tent=1');
    expect(refused).toMatchObject({ code: 2, out: '' });
    expect(refused.errors).toMatch(/^ {2}values\[tent\]: /m);
    const sent = await paraph(...template, '--value', 'rent=1200', '--lock');
    expect((await paraph('values', sent.out.trim())).out).toMatch(/^rent +1200 +sender@example\.com +\S/m);
    expect((await paraph('answers', String(id))).out).toBe('answers.csv\n');
    expect(await readFile(join(project, 'answers.csv'), 'utf8')).toMatch(
      /,Ada[^,\n]*,ada@example\.com,,1200\r\n$/,
    );
    expect(await paraph('answers', String(id))).toMatchObject({ code: 2 });
    expect(await paraph('answers', 'lease')).toMatchObject({ code: 2 });
    const leases = ['answers', String(id), '--jsonl', '--status', 'signed,started', '-o', 'leases.jsonl'];
    expect((await paraph(...leases)).out).toBe('leases.jsonl\n');
    const line = JSON.parse(await readFile(join(project, 'leases.jsonl'), 'utf8'));
    expect(line.answers).toMatchObject([{ key: 'rent', value: '1200', by: 'sender@example.com' }]);
    const exporting = paraph('export', '--query', 'mill', '--contents', 'documents', '-o', 'mill.zip');
    await until('an export', async () => {
      const { rowCount } = await instance.deps.pool.query('select from exports');
      return rowCount === 1;
    });
    await instance.runJobs();
    expect(await exporting).toMatchObject({ code: 0, out: 'mill.zip\n' });
    const archived = await readArchive(await readFile(join(project, 'mill.zip')));
    expect([...archived.keys()].at(-1)).toBe('index.csv');
    expect(await paraph('export', '--contents', 'secrets')).toMatchObject({ code: 2 });
    const words = ['paraph_signature_1', 'paraph_text_1'];
    await writeFile(join(project, 'marked.pdf'), buildPdf({ pages: [{ content: textLines(words) }] }));
    const lawyer = ['--follower', 'Mary Somerville <mary@example.com>'];
    const marked = await paraph(
      'send',
      'marked.pdf',
      '--sign',
      ADA,
      '--value',
      'text_1=Upper Mill',
      ...lawyer,
      ...['--remind', 'first=2,every=2,max=3'],
    );
    const said = await instance.deps.pool.query(
      `select preferences ->> 'WorkflowReminderPreference' as plan from workflows where envelope_id = $1`,
      [marked.out.trim()],
    );
    expect(said.rows).toEqual([{ plan: 'first=2;every=2;max=3' }]);
    const unread = await paraph(...template, '--remind', 'daily');
    expect(unread).toMatchObject({ code: 2, errors: expect.stringContaining('“daily” is no part of it') });
    const read = await session.call({ method: 'GET', url: `/api/v1/envelopes/${marked.out.trim()}` });
    expect(read.json()).toMatchObject({ followers: [{ email: 'mary@example.com', when: 'both' }] });
    const { out } = await paraph('values', marked.out.trim(), '--json');
    expect(JSON.parse(out)).toEqual({ text_1: { value: 'Upper Mill', by: null, atDate: null } });
    const tags = ['{{signature:1}}', '', '', '{{date:1}}'];
    await writeFile(join(project, 'tagged.pdf'), buildPdf({ pages: [{ content: textLines(tags) }] }));
    const tagged = await paraph('send', 'tagged.pdf', '--sign', ADA, '--place-fields');
    const sentTags = await session.call({ method: 'GET', url: `/api/v1/envelopes/${tagged.out.trim()}` });
    const kinds = (sentTags.json() as { fields: { type: string }[] }).fields.map(({ type }) => type);
    expect(kinds).toEqual(['signature', 'date']);
  });

  it('prints notifications as they come, passes them on, and deletes its endpoint', async () => {
    const passed: string[] = [];
    const target = openHttpServer(({ headers }, response) => {
      passed.push(String(headers['paraph-event']));
      response.end();
    });
    const running = start(['listen', '--json', '--forward', `${(await forThisTest(target)).origin}/`]);
    await until('it to listen', () => running.said.errors.includes('Stop with Ctrl-C'));
    const id = await sendLease('--name', 'Told lease');
    await instance.runJobs();
    await until('the notification to be printed', () => running.said.out.includes(id));
    const [first] = running.said.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(first).toMatchObject({ event: 'workflow.started', envelope: { id, name: 'Told lease' } });
    await until('it to be passed on', () => passed.includes('workflow.started'));
    running.child.kill('SIGINT');
    expect((await running.ended).code).toBe(0);
    const left = await instance.deps.pool.query('select from webhook_endpoints where deleted_at is null');
    expect(left.rowCount).toBe(0);
  });

  it('is signed out here and there', async () => {
    expect((await paraph('logout')).code).toBe(0);
    expect((await paraph('status', '--server', instance.baseUrl)).code).toBe(3);
    const granted = await instance.deps.pool.query(
      `select from app_grants join integration_apps on integration_apps.id = app_id
       where client_id = 'paraph-cli' and revoked_at is null`,
    );
    expect(granted.rowCount).toBe(0);
  });
});
