import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { PREFERENCES, REFUSALS, signedPrefill, WORKFLOW_TYPES } from '@paraph/domain';
import { describe, expect, it, test } from 'vitest';
import { standardSecret } from '../../sdk/src/index.ts';
import { hmacHex } from '../../server/src/platform/ids.ts';
import { notificationHeaders } from '../../server/src/webhooks/send-notifications.ts';
import { findProgram } from '../../tools/programs.mjs';
import { findFreePort } from '../support/free-port.ts';
import { until } from '../support/processes.ts';
import { forThisFile } from '../support/scratch.ts';
import { openWebhookReceiver } from '../support/webhook-receiver.ts';
import { describeConnectors } from './connectors.ts';
import { blockOf, readGuide } from './guide.ts';
import { describeNextcloud } from './nextcloud.ts';
import { openReader } from './reader.ts';

interface Envelope {
  status: string;
  documents: { file: { file: string } }[];
}

const guidesDir = fileURLToPath(new URL('../../docs/guides/', import.meta.url));

const reader = await forThisFile(openReader());

async function expectSigned(): Promise<void> {
  const path = join(reader.folder, 'signed.pdf');
  expect((await readFile(path, 'latin1')).match(/ETSI\.CAdES\.detached/g)?.length).toBeGreaterThanOrEqual(2);
  await rm(path);
}

it('the quick start, unchanged in a terminal', async () => {
  const said = await reader.follow((await readGuide('quick-start')).script);
  expect(said[0]).toMatch(/^\d{8}[0-9a-f]{32}$/);
  expect(said.join('\n')).toContain('"status": "signed"');
  await expectSigned();
});

it('the first signature of the README, with the key and the id filled in', async () => {
  const { blocks } = await readGuide('../../README');
  const [send = '', read = ''] = blocks
    .filter(({ text }) => text.startsWith('curl'))
    .map(({ text }) => text.replaceAll('http://localhost:3000', reader.instance.baseUrl));
  const [sent = ''] = await reader.follow(`${send}\nact sign ada@example.com; act sign charles@example.com`);
  const { id } = JSON.parse(sent) as { id: string };
  const [told = ''] = await reader.follow(read, { ID: id });
  const { status, documents } = JSON.parse(told) as Envelope;
  expect(status).toBe('signed');
  const address = documents[0]?.file.file;
  await reader.follow(`curl -sS "${address}" -H "X-Api-Key: $PARAPH_API_KEY" -o signed.pdf`);
  await expectSigned();
});

// Only the pause between two questions is shorter, to keep the test short.
it.each([
  ['node', 'ts', 'quick.mts', /5_000/, '50'],
  ['python3', 'python', 'quick.py', /(?<=time\.sleep\()5/, '0.05'],
  ['php', 'php', 'quick.php', /(?<= sleep\()5/, '0'],
])('the quick start, unchanged by %s', async (program, language, name, pause, shorter) => {
  const text = blockOf(await readGuide('quick-start'), language);
  expect(text).toMatch(pause);
  if (program === 'node') {
    const { blocks } = await readGuide('quick-start');
    const install = blocks.filter(({ isSetup }) => isSetup).map((block) => block.text);
    expect(install).toContain(
      `npm init -y\nnpm install "$PARAPH_URL/packages/paraph-sdk.tgz"\nnode ${name}\n`,
    );
  }
  await reader.runProgram(program, { name, text: text.replace(pause, shorter) });
  await expectSigned();
});

describe('the other guides, unchanged', () => {
  it('OAuth: from the page that asks to a renewed token', async () => {
    const said = await reader.follow((await readGuide('oauth')).script);
    expect(said.filter((line) => line === '"sender@example.com"')).toHaveLength(2);
    expect(said.at(-1)).toMatch(/\/oauth\/token"$/);
  });

  it('verify: by a call, and the root with its fingerprint', async () => {
    const said = await reader.follow((await readGuide('verify')).script);
    const verdict = { name: 'Ada', intact: true, sinceSigning: expect.any(String), trusted: true };
    expect(JSON.parse(said.at(-3) ?? '')).toEqual(verdict);
    expect(said.at(-2)).toMatch(/^subject=.*Paraph root of/);
    expect(said.at(-1)).toMatch(/^sha256 Fingerprint=([0-9A-F]{2}:){31}[0-9A-F]{2}$/i);
  });

  it('court bundle: fetched, unpacked, and whole', async () => {
    const said = await reader.follow((await readGuide('court-bundle')).script);
    expect(said).toEqual(expect.arrayContaining(['READ-ME-FIRST.html', '7-not-proven.html', 'SHA256SUMS']));
    await rm(join(reader.folder, 'court-bundle'), { recursive: true });
  });

  it('exports: asked for, awaited, fetched, looked at and taken away', async () => {
    const said = await reader.follow((await readGuide('exports')).script);
    expect(said).toContain('{"state":"done","done":1,"workflows":1,"skipped":0}');
    expect(said).toContainEqual(expect.stringMatching(/^\d+ Lease 2026\/contract \(sealed\)\.pdf$/));
    expect(said).toContainEqual(expect.stringMatching(/^\d+,\w{40},Lease 2026,signed,/));
    expect(said.at(-1)).toBe('"canceled"');
    await rm(join(reader.folder, 'contracts'), { recursive: true });
  });

  it('preferences: set with a workflow, changed on a draft, taken away again', async () => {
    const said = await reader.follow((await readGuide('preferences')).script, {
      HOOK_URL: 'http://localhost:65000/hook',
    });
    const [attach, url, secret] = Object.values(PREFERENCES);
    expect(said.slice(-3)).toEqual([`${url} ${secret}`, `${attach} ${url} ${secret}`, attach]);
  });

  it('agents: allowed, called by a key, and what they may send by themselves', async () => {
    const said = await reader.follow((await readGuide('agents')).script);
    expect(said).toEqual(['confirmation', 'confirmation', '["acme.example"]']);
  });

  it('embedding: origins listed, a document that no mail asks for, and the address of a frame', async () => {
    const said = await reader.follow((await readGuide('embedding')).script);
    expect(said[0]).toBe('{"embedOrigins":["https://app.example.com"]}');
    expect(said.slice(-2)).toEqual([
      expect.stringMatching(/\/signing\/embedded\/[0-9a-f]{32}#[\w-]{43}$/),
      expect.stringMatching(/\/designing\/embedded\/[0-9a-f]{32}#[\w-]{43}$/),
    ]);
  });

  it('step by step: a draft, the designer’s address, and the deprecated form', async () => {
    const said = await reader.follow((await readGuide('step-by-step')).script);
    expect(said).toEqual(expect.arrayContaining(['true', 'expired', expect.stringMatching(/\/designer\//)]));
    const headers = said.filter((line) => /^(deprecation|sunset|link):/i.test(line));
    expect(headers).toHaveLength(3);
    await rm(join(reader.folder, 'signed.pdf'));
  });

  it('templates: workspace, members, roles, a template and a document of it', async () => {
    const said = await reader.follow((await readGuide('templates')).script);
    expect(said[0]).toBe('[{"eve@example.com":{"result":true,"message":null}}]');
    expect(said).toContainEqual(expect.stringMatching(/"email":"eve@example.com","role":\d{3,}/));
    expect(said).toContainEqual(expect.stringMatching(/^{"id":\d+,"status":"started"}$/));
    expect(said.at(-1)).toMatch(/"rows":1,"columns":\["Landlord name",.*"Tenant email","field:rent"\]/);
    await expectSigned();
  });

  it('public links: made, drawn, counted and ended; an address is signed as the service signs it', async () => {
    const guide = await readGuide('public-links');
    const said = await reader.follow(guide.script);
    expect(said[0]).toMatch(/\/form\/[\w-]{22}$/);
    expect(said).toContain('{"open":0,"done":0,"abandoned":0}');
    expect(await readFile(join(reader.folder, 'camp.svg'), 'utf8')).toMatch(/^<svg .*<\/svg>\n$/);
    await writeFile(join(reader.folder, 'sign.mjs'), blockOf(guide, 'js'));
    const { signedAddress } = await import(join(reader.folder, 'sign.mjs'));
    const [values, ref] = [{ rent: '1 250', fee: 'a & b' }, 'shop 4'];
    const query = signedPrefill(values, ref);
    const address = `https://x.example/form/t?${query}&signature=${hmacHex('secret', query)}`;
    expect(signedAddress('https://x.example/form/t', 'secret', values, ref)).toBe(address);
  });

  it('witnesses: named by the sender and by the signer, after whom they sign', async () => {
    const said = await reader.follow((await readGuide('witnesses')).script);
    const witness = (named: boolean) => `{"step":1,"named":${named},"status":"not_started"}`;
    expect(said).toEqual([
      ...[witness(true), '"started"', '"started"', '"signed"', '"signed"', witness(false)],
    ]);
  });

  it('errors: a repeated call acts once', async () => {
    const said = await reader.follow((await readGuide('errors')).script);
    expect(said.map((line) => line.trim().toLowerCase())).toEqual([
      'idempotency-replayed: true',
      'sent once.',
      'idempotency_key_reused',
    ]);
  });

  it('levels: which are offered, and what the others need', async () => {
    const said = await reader.follow((await readGuide('levels')).script);
    const offers = said.slice(-WORKFLOW_TYPES.length).map((line) => JSON.parse(line) as { type: string });
    expect(offers.map(({ type }) => type)).toEqual([...WORKFLOW_TYPES]);
    expect(offers[0]).toEqual({ type: 'simple', offered: true, missing: null });
  });

  it('seals: made at once, fetched, verified, and a list of those that wait', async () => {
    const said = await reader.follow((await readGuide('seals')).script);
    expect(said.map((line) => JSON.parse(line))).toEqual([
      { name: 'contract', status: 'completed', metadata: { employee: '4711' } },
      { organization: expect.any(String), intact: true, level: 'B-LTA' },
    ]);
  });

  it('limits: what is left, a page, a filter, and one that is not there', async () => {
    const said = await reader.follow((await readGuide('limits')).script);
    expect(said[0]).toMatch(/^x-ratelimit-remaining: \d+/i);
    expect(said[1]).toMatch(/^{"total":\d+,"limit":2,"pages":\d+,"items":[0-2]}$/);
    expect(said.at(-1)).toBe('"ENVELOPE_NOT_FOUND"');
  });
});

const SECRET = 'a secret of thirty-two characters';
const BODY = JSON.stringify({ id: 'e', name: 'Lease', event: { name: 'workflow.signed' } });
const now = () => Math.floor(Date.now() / 1000);
const headersFor = (texts: readonly string[], nowSeconds = now()) =>
  notificationHeaders(
    { webhookId: 'msg_1', event: 'workflow.signed', body: BODY },
    { secrets: texts.map((text) => ({ text, key: Buffer.from(text) })), nowSeconds, version: '0.1.0' },
  );
const signatureFor = (texts: readonly string[], nowSeconds = now()) =>
  headersFor(texts, nowSeconds)['Paraph-Signature'] ?? '';

it('the guide on notifications has them sent where it says', async () => {
  const receiver = await openWebhookReceiver();
  const said = await reader.follow((await readGuide('notifications')).script, { HOOK_URL: receiver.url });
  expect(said[0]).toMatch(/^\d{8}/);
  expect(said[1]).toBe('whsec_');
  await reader.instance.runJobs();
  const received = await receiver.waitFor(1);
  expect(received.headers['paraph-event']).toBe('workflow.started');
  await receiver.close();
});

it.each([
  [
    'python3',
    'python',
    'py',
    'import sys\nprint("yes" if is_genuine(sys.argv[1], sys.argv[2].encode(), sys.argv[3]) else "no")',
  ],
  ['php', 'php', 'php', 'echo isGenuine($argv[1], $argv[2], $argv[3]) ? "yes" : "no";'],
  ['ruby', 'ruby', 'rb', 'puts(genuine?(*ARGV) ? "yes" : "no")'],
  ['perl', 'perl', 'pl', 'print is_genuine(@ARGV) ? "yes" : "no";'],
])('the guide on notifications tells true from false by %s', async (program, language, extension, main) => {
  const file = `verify.${extension}`;
  const text = blockOf(await readGuide('notifications'), language).replace(/\n1;\n$/, '\n');
  await writeFile(join(reader.folder, file), `${text}\n${main}\n`);
  const ask = async (header: string, body: string, secret: string) => {
    const args = [file, header, body, secret];
    const { stdout } = await promisify(execFile)(findProgram(program) ?? program, args, {
      cwd: reader.folder,
    });
    return stdout.trim();
  };
  const good = signatureFor([SECRET]);
  expect(await ask(good, BODY, SECRET)).toBe('yes');
  expect(await ask(signatureFor(['the old one', SECRET]), BODY, SECRET)).toBe('yes');
  expect(await ask(good, `${BODY} `, SECRET)).toBe('no');
  expect(await ask(good, BODY, 'another secret')).toBe('no');
  expect(await ask(signatureFor([SECRET], now() - 700), BODY, SECRET)).toBe('no');
  expect(await ask('', BODY, SECRET)).toBe('no');
});

it.each([
  ['the SDK', 'ts', SECRET],
  ['the library of Standard Webhooks as it is', 'js', standardSecret(SECRET)],
])('the guide on notifications tells true from false by %s', async (_what, language, secret) => {
  const port = await findFreePort();
  const library = join(reader.folder, 'node_modules/standardwebhooks');
  const installed = fileURLToPath(new URL('../../node_modules/standardwebhooks', import.meta.url));
  if (!existsSync(library)) await symlink(installed, library);
  const file = `hook.m${language}`;
  await writeFile(join(reader.folder, file), blockOf(await readGuide('notifications'), language));
  const env = { ...process.env, HOOK_SECRET: secret, HOOK_PORT: String(port) };
  const child = spawn(process.execPath, [file], { cwd: reader.folder, env });
  const post = (headers: Record<string, string>) =>
    fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body: BODY });
  try {
    await until('it to listen', () =>
      fetch(`http://127.0.0.1:${port}/`).then(
        () => true,
        () => false,
      ),
    );
    expect((await post(headersFor([SECRET]))).status).toBe(204);
    expect((await post(headersFor(['another secret']))).status).toBe(400);
  } finally {
    child.kill();
    await new Promise((resolve) => child.once('close', resolve));
  }
});

describeConnectors(reader);

describeNextcloud(reader);

describe('all guides', async () => {
  const names = (await readdir(guidesDir)).map((file) => file.replace('.md', ''));

  test.each(names)('%s: nothing in it is left untried', async (name) => {
    const { blocks } = await readGuide(name);
    const tried = ['sh', 'ts', 'js', 'python', 'php', 'ruby', 'perl', 'json'];
    expect(blocks.map(({ language }) => language).filter((language) => !tried.includes(language))).toEqual(
      [],
    );
  });

  test.each(names)('%s: its links lead somewhere', async (name) => {
    const { markdown } = await readGuide(name);
    const targets = [...markdown.matchAll(/\]\(((?!https?:)[^)#]+)/g)].map((match) => match[1] ?? '');
    expect(targets.filter((target) => !existsSync(join(guidesDir, target)))).toEqual([]);
  });

  test('the table of preferences is all there are', async () => {
    const { markdown } = await readGuide('preferences');
    const told = [...markdown.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name);
    expect(told).toEqual(Object.values(PREFERENCES));
    for (const name of told) expect(markdown).toContain(`**\`${name}\`**`);
  });

  test('the table of errors is all there are', async () => {
    const { markdown } = await readGuide('errors');
    const told = [...markdown.matchAll(/^\| (\d+) \| `(\w+)` \| ./gm)].map(([, status, code]) => [
      code,
      Number(status),
    ]);
    expect(told).toEqual(Object.entries(REFUSALS));
  });
});
