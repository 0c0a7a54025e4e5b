import { spawn } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Operation, operations } from '@paraph/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { notificationHeaders } from '../../../server/src/webhooks/send-notifications.ts';
import { collectionFile, packArchives } from '../../../tools/archives.mjs';
import { folderForThisFile, forThisFile } from '../../support/instance-case.ts';
import { saidBy, until } from '../../support/processes.ts';
import { lease } from '../../support/quick-sender.ts';
import { followInvitation } from '../../support/signer.ts';
import { openWebhookReceiver } from '../../support/webhook-receiver.ts';
import { openSdkInstance, REDIRECT_URI } from '../sdk-instance.ts';
import { LANGUAGES, type Language } from './languages.ts';
import { openScriptedServer } from './scripted-server.ts';

const folder = await folderForThisFile();
const instance = await forThisFile(openSdkInstance());
const receiver = await forThisFile(openWebhookReceiver());
const scripted = await forThisFile(openScriptedServer());
const packages = join(folder, 'packages');
await packArchives(packages);
const sender = await instance.signIn('Sender', 'sender@example.com');
const hook = { url: receiver.url, events: ['workflow.signed'], sslVerification: false };
const made = await sender.call({ method: 'POST', url: '/api/v1/organization/webhooks', payload: hook });
const { secret } = made.json() as { secret: string };

const OWN_SECRET = 'the secret of one workflow’s callback';

/** Our own header alone, as if it had been sent so long ago. */
function ownHeaders(body: string, ageSeconds: number): Record<string, string> {
  const all = notificationHeaders(
    { webhookId: 'm', event: 'workflow.signed', body },
    {
      secrets: [{ text: OWN_SECRET, key: Buffer.from(OWN_SECRET) }],
      nowSeconds: Math.floor(Date.now() / 1000) - ageSeconds,
      version: '0.1.0',
    },
  );
  return { 'paraph-signature': all['Paraph-Signature'] ?? '' };
}

interface Schema {
  type?: string;
  format?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  patternProperties?: Record<string, Schema>;
}

/** A value of the right type; what the server would make of it is of no interest. */
function sampleOf(schema: Schema): unknown {
  if (schema.format === 'upload') return '@upload';
  if (schema.const !== undefined || schema.enum) return schema.const ?? schema.enum?.[0];
  if (schema.anyOf) return sampleOf(schema.anyOf[0] ?? {});
  if (schema.type === 'array') return [sampleOf(schema.items ?? {})];
  if (schema.type === 'object') return sampleOfAll(schema);
  return { integer: 7, number: 7, boolean: true }[schema.type ?? ''] ?? 'x';
}

function sampleOfAll({ properties, patternProperties }: Schema): Record<string, unknown> {
  const [values] = Object.values(patternProperties ?? {});
  const members = values ? { key: values } : (properties ?? {});
  return Object.fromEntries(Object.entries(members).map(([key, inner]) => [key, sampleOf(inner)]));
}

const offered = (Object.entries(operations) as [string, Operation][]).filter(([, each]) => !each.internal);
const calls = offered.map(([name, operation]) => {
  const [params, query, body] = [operation.params, operation.query, operation.body].map((part) =>
    sampleOfAll((part ?? {}) as Schema),
  );
  const named = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, key = '']) => [key, 'x']);
  // With these a list is another call.
  if (name === 'listEnvelopes') delete query?.ids;
  return {
    name,
    operation,
    query,
    body,
    input: { ...Object.fromEntries(named), ...params, ...query, ...body },
  };
});

interface Part {
  key: string;
  value?: string;
}

it('the collection has each operation, and one that sends as it stands', async () => {
  const { item: folders } = JSON.parse(await readFile(join(packages, collectionFile), 'utf8'));
  const requests = folders.flatMap((folder: { item: object[] }) => folder.item);
  const told = requests.map(
    ({ request: { method, url } }: { request: { method: string; url: { raw: string } } }) =>
      `${method} ${url.raw}`,
  );
  const expected = offered.map(
    ([, { method, path }]) => `${method} {{baseUrl}}${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
  );
  expect(told.sort()).toEqual(expected.sort());
  const sending = requests.find(({ request }: { request: { url: { raw: string } } }) =>
    request.url.raw.endsWith('/quick/envelopes'),
  );
  const form = new FormData();
  for (const { key, value } of sending.request.body.formdata as Part[])
    if (key !== 'annex' && !key.startsWith('preferences') && key !== 'workspaceId')
      form.append(key, value ?? new Blob([Uint8Array.from(lease)]));
  const answer = await fetch(`${instance.baseUrl}/api/v1/quick/envelopes`, {
    method: 'POST',
    headers: { 'x-api-key': instance.apiKey },
    body: form,
  });
  expect([answer.status, await answer.text()]).toEqual([200, expect.stringMatching(/"id":"\d{8}/)]);
});

describe.each(LANGUAGES)('the client for $name', (language) => {
  const project = join(folder, language.name);
  const run = runnerOf(language, project);

  beforeAll(async () => {
    await mkdir(project);
    const readme = await readFile(
      new URL(`../../../sdk/${language.name}/README.md`, import.meta.url),
      'utf8',
    );
    const blocks = [...readme.matchAll(new RegExp(`\`\`\`${language.fence}\n([\\s\\S]*?)\`\`\``, 'g'))];
    expect(blocks).toHaveLength(language.files.length);
    for (const [i, file] of language.files.entries())
      await writeFile(join(project, file), blocks[i]?.[1] ?? '');
    await writeFile(join(project, 'contract.pdf'), lease);
    await language.install(project, packages);
    // On a busy machine that never built the standard library of Go.
  }, 300_000);

  it('sends, waits, downloads and hears of it, as its page says', async () => {
    const [quick = '', ...others] = language.files;
    const text = await readFile(join(project, quick), 'utf8');
    expect(text).toMatch(language.pause[0]);
    await writeFile(join(project, quick), text.replace(...language.pause));
    const before = receiver.received.length;
    const child = run.start(quick);
    await until('it to send', () => /Sent: \d{8}/.test(child.said()) || child.hasEnded());
    for (const name of ['ada', 'bob']) {
      await instance.runJobs();
      await (await followInvitation(instance, `${name}@example.com`)).sign();
    }
    await instance.runJobs();
    await child.end();
    const pdf = await readFile(join(project, 'signed.pdf'), 'latin1');
    expect(pdf.match(/ETSI\.CAdES\.detached/g)?.length).toBeGreaterThanOrEqual(2);
    const { headers, body } = await receiver.waitFor(before + 1);
    const told = [
      { headers, body, secret },
      { headers, body: `${body} `, secret },
      { headers, body, secret: 'another' },
      { headers: { 'webhook-id': 'm' }, body, secret },
      { headers: ownHeaders(body, 700), body, secret: OWN_SECRET },
      { headers: ownHeaders(body, 0), body, secret: OWN_SECRET },
    ];
    const heard = await run.exercise('notifications', told);
    expect(heard.at(-1)).toEqual([204, 400, 400, 400, 400, 204]);
    expect(heard[0]).toBe(`${headers['webhook-id']}: Lease of the mill (workflow.signed)`);
    const said = await Promise.all(
      others.filter((file) => /^(listed|failed)/.test(file)).map((file) => run.start(file).end()),
    );
    expect(said.join('\n')).toContain('Lease of the mill: signed');
    expect(said.join('\n')).toMatch(/^document: /m);
    expect(said.join('\n')).toMatch(/^Not found \(ENVELOPE_NOT_FOUND\), request \S+/m);
  });

  it('acts for a user, as its page says', async () => {
    const { clientId: CLIENT_ID, clientSecret: CLIENT_SECRET } = instance.oauthApp;
    const [url = ''] = await run.exercise('signInUrl', {}, { CLIENT_ID, CLIENT_SECRET });
    expect(new URL(url as string).searchParams.get('redirect_uri')).toBe(REDIRECT_URI);
    const code = (await instance.allow(url as string)).get('code');
    const acted = await run.exercise('signIn', { code }, { CLIENT_ID, CLIENT_SECRET });
    expect(acted).toEqual(['sender@example.com']);
  });

  it('sends each operation as the contract says', async () => {
    scripted.take();
    const [methods] = await run.exercise(
      'operations',
      calls.map(({ name, input }) => ({ name: language.methodOf(name), input })),
    );
    expect(methods).toEqual(offered.map(([name]) => language.methodOf(name)).sort());
    const asked = scripted.take();
    expect(asked).toHaveLength(calls.length);
    for (const [i, { name, operation, query, body, input }] of calls.entries()) {
      const { method, url, headers, body: raw } = asked[i] ?? { url: new URL('http://none.invalid') };
      const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, key: string) => String(input[key]));
      expect([name, method, url.pathname]).toEqual([name, operation.method, path]);
      expect([name, wordsOf([...url.searchParams.keys()])]).toEqual([name, Object.keys(query ?? {}).sort()]);
      const text = raw?.toString() ?? '';
      if (operation.bodyKind === 'multipart' || (operation.bodyKind === 'either' && text.startsWith('--')))
        expect([name, wordsOf(namesIn(text))]).toEqual([name, Object.keys(body ?? {}).sort()]);
      else if (operation.bodyKind === 'form')
        expect(Object.fromEntries(new URLSearchParams(text))).toEqual(body);
      else if (operation.body) expect([name, JSON.parse(text)]).toEqual([name, body]);
      const credential = operation.access === 'client' ? undefined : 'Bearer TOKEN';
      expect([name, headers?.authorization]).toEqual([name, credential]);
    }
  });

  it('repeats what may be repeated, walks through pages, and says what failed', async () => {
    scripted.take();
    scripted.forget();
    const [seen] = await run.exercise('behaviour', { file: join(project, 'contract.pdf') });
    const error = (kind: string, status: number, code: string, more: object = {}) => ({
      ...{ kind: language.kinds[kind] ?? kind, status, code, violations: {}, request: null, scope: null },
      ...more,
    });
    expect(seen).toEqual({
      made: 'made',
      listed: ['e1', 'e2', 'e3'],
      invalid: error('ValidationError', 400, 'VALIDATION_ERROR', {
        violations: { 'steps[0][type]': 'Must be sign.' },
        request: 'r1',
      }),
      scoped: error('PermissionError', 403, 'UNAUTHORIZED_TO_PERFORM_THIS_ACTION', {
        scope: 'workflows:read',
      }),
      limited: error('RateLimitError', 429, 'RATE_LIMIT_REACHED'),
      moved: error('ConnectionError', 302, 'UNEXPECTED_ANSWER'),
      gone: error('NotFoundError', 404, 'ENVELOPE_NOT_FOUND', { request: 'r1' }),
      deleted: error('ServerError', 502, 'UNEXPECTED_ANSWER'),
      started: error('ConflictError', 409, 'WORKFLOW_STATUS_CONFLICT'),
      dots: expect.stringContaining('is missing or no id'),
      downloaded: 'the file',
      profile: ['ada@example.com', 'new', 'keep'],
    });
    const asked = scripted.take();
    const to = (path: string) => asked.filter(({ url }) => url.pathname === path);
    const sent = to('/api/v1/quick/envelopes');
    expect(sent.map(({ body }) => namesIn(body.toString()))).toEqual([FORM, FORM]);
    expect(new Set(sent.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
    expect(sent[0]?.body.toString('latin1')).toContain('filename="contract.pdf"');
    for (const text of [lease.toString('latin1'), 'bytes', 'stream', 'Lease'])
      expect(sent[1]?.body.toString('latin1')).toContain(text);
    for (const path of ['limited', 'moved', 'lost']) expect(to(`/api/v1/envelopes/${path}`)).toHaveLength(1);
    expect(to('/elsewhere')).toEqual([]);
    expect(to('/api/v1/storage/a%20b')[0]).toMatchObject({ headers: { 'x-api-key': 'KEY' } });
    const [updated] = to('/api/v1/workspaces/7');
    expect([updated?.body.toString().replaceAll(' ', ''), updated?.headers['idempotency-key']]).toEqual([
      '{"description":null}',
      'mine',
    ]);
    const tokens = to('/api/v1/profile').map(({ headers }) => headers.authorization);
    expect(tokens).toEqual(['Bearer old', 'Bearer new']);
  });
});

const FORM = [
  ...['document[0]', 'document[1]', 'document[2]', 'name', 'steps[0][recipients][0][email]'],
  ...['steps[0][recipients][0][name]', 'steps[0][type]'],
];

/** The names of the parts of a form. */
function namesIn(text: string): string[] {
  const names = [...text.matchAll(/; name="([^"]+)"/g)].map(([, name = '']) => name);
  return [...new Set(names)].sort();
}

/** Without their brackets, each once. */
function wordsOf(names: readonly string[]): string[] {
  return [...new Set(names.map((name) => name.replace(/\[.*/, '')))].sort();
}

function runnerOf(language: Language, project: string) {
  const start = (file: string, more: { args?: string[]; env?: Record<string, string> } = {}) => {
    const { program, args, env } = language.command(project, file);
    const child = spawn(program, [...args, ...(more.args ?? [])], {
      cwd: project,
      env: {
        ...{ PATH: process.env.PATH ?? '', HOME: project },
        ...{ PARAPH_URL: instance.baseUrl, PARAPH_API_KEY: instance.apiKey },
        ...env,
        ...more.env,
      },
    });
    const said = saidBy(child.stdout, child.stderr);
    const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
    return {
      said,
      hasEnded: () => child.exitCode !== null,
      /** What it printed, once it has ended without an error. */
      end: async () => {
        if ((await ended) !== 0) throw new Error(`${file} of ${language.name} failed: ${said()}`);
        return said().trim();
      },
    };
  };
  return {
    start,
    /** Runs one act of the exercise; answers its lines, those of JSON parsed. */
    exercise: async (act: string, given: unknown, env: Record<string, string> = {}): Promise<unknown[]> => {
      await writeFile(join(project, 'given.json'), JSON.stringify(given));
      const [exercise = ''] = [`exercise.${language.files[0]?.split('.')[1]}`];
      const said = await start(exercise, { args: [act, scripted.origin, 'given.json'], env }).end();
      return said.split('\n').map((line) => (/^[[{"]/.test(line) ? JSON.parse(line) : line));
    },
  };
}
