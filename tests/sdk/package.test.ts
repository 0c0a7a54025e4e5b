import { execFile } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { bundle, GZIP_BYTES_MAX } from '../../sdk/build.mjs';
import { authorizationUrl } from '../../sdk/src/index.ts';
import { notificationHeaders } from '../../server/src/webhooks/send-notifications.ts';
import { fileOf, installPackage, packagesDir, packIfStale } from '../../tools/pack.mjs';
import { EXAMPLES } from '../../tools/sdk/examples.ts';
import { folderForThisFile, forThisFile } from '../support/instance-case.ts';
import { lease } from '../support/quick-sender.ts';
import { openSdkInstance, REDIRECT_URI } from './sdk-instance.ts';

const run = promisify(execFile);
const rootDir = fileURLToPath(new URL('../..', import.meta.url));

// The package that instances offer, installed where nothing else is.
const project = await folderForThisFile();
const instance = await forThisFile(openSdkInstance());
await packIfStale();
await installPackage(join(packagesDir, fileOf('sdk')), project);
await writeExamples();

/** The README's blocks as files, in their order, and the examples of the doc comments as one more. */
async function writeExamples() {
  const readme = await readFile(join(project, 'node_modules/@paraph/sdk/README.md'), 'utf8');
  const blocks = [...readme.matchAll(/```ts\n([\s\S]*?)```/g)].map((match) => match[1] ?? '');
  expect(blocks).toHaveLength(5);
  await Promise.all(blocks.map((block, i) => writeFile(join(project, `example-${i + 1}.ts`), block)));
  const comments = Object.values(EXAMPLES).map((example) => `{\n${example}\n}`);
  const head = `import type { Paraph } from '@paraph/sdk';
export async function examples({ paraph, file, id }: { paraph: Paraph; file: File; id: string }) {\n`;
  await writeFile(join(project, 'comments.ts'), `${head}${comments.join('\n')}\n}\n`);
  await writeFile(join(project, 'lease.pdf'), lease);
}

function node(file: string, env: Record<string, string>) {
  const settings = { PARAPH_URL: instance.baseUrl, PARAPH_API_KEY: instance.apiKey, ...env };
  return run(process.execPath, [file], { cwd: project, env: settings });
}

it('brings nothing along, and little of its own', async () => {
  expect(await readdir(join(project, 'node_modules'))).toEqual(['.package-lock.json', '@paraph']);
  const installed = join(project, 'node_modules/@paraph/sdk');
  expect((await readdir(installed)).sort()).toEqual(['LICENSE', 'README.md', 'dist', 'package.json']);
  const code = await bundle(join(installed, 'dist/index.js'));
  expect(gzipSync(code, { level: 9 }).length).toBeLessThanOrEqual(GZIP_BYTES_MAX);
  // Whether one develops is asked of the process where there is one.
  const portable = code.replace(/\{process:\w+\}=globalThis/, '');
  expect(portable).not.toMatch(/\b(Buffer|process|require)\b|node:/);
});

it.each([
  ['Node', { types: ['node'], lib: ['ES2022'] }, ['example-*.ts', 'comments.ts']],
  ['a browser', { types: [], lib: ['ES2022', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable'] }, ['comments.ts']],
])(
  'has types that a strict project for %s accepts, its examples included',
  async (_name, options, include) => {
    const compilerOptions = {
      ...options,
      typeRoots: [join(rootDir, 'node_modules/@types')],
      target: 'ES2022',
      module: 'NodeNext',
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      noEmit: true,
    };
    await writeFile(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, include }));
    const tsc = join(rootDir, 'node_modules/typescript/bin/tsc');
    const { stdout } = await run(process.execPath, [tsc, '-p', project, '--checkers', '1']).catch(
      (error) => error,
    );
    expect(stdout).toBe('');
  },
);

it('sends, lists, downloads and fails as its page says', async () => {
  const sent = await node('example-1.ts', {});
  const id = /^Sent: (\d{8}[0-9a-f]{32})$/m.exec(sent.stdout)?.[1];
  expect(id).toBeDefined();
  const followed = await node('example-2.ts', {});
  expect(followed.stdout).toContain('Lease of the mill: started');
  const downloaded = await readFile(join(project, `${id}.pdf`));
  // The form of the start follows the upload.
  expect(downloaded.subarray(0, lease.length).equals(lease)).toBe(true);
  const failed = await node('example-3.ts', {});
  expect(failed.stdout).toMatch(/^name: /m);
  expect(failed.stdout).toMatch(/^document: /m);
  expect(failed.stdout).toMatch(/^Not found$/m);
});

it('verifies notifications as its page says', async () => {
  const body = JSON.stringify({ id: 'e', name: 'Lease', status: 'signed' });
  const headers = notificationHeaders(
    { webhookId: 'msg_1', event: 'workflow.signed', body },
    {
      secrets: [{ text: 'the secret', key: Buffer.from('the secret') }],
      nowSeconds: Math.floor(Date.now() / 1000),
      version: '0.1.0',
    },
  );
  const receiver = `import { onNotification } from './example-4.ts';
const { BODY, HEADERS } = process.env;
const told = (body) => new Request('https://app.example.com', { method: 'POST', headers: JSON.parse(HEADERS), body });
console.log((await onNotification(told(BODY), 'the secret')).status);
console.log((await onNotification(told(BODY + ' '), 'the secret')).status);`;
  await writeFile(join(project, 'receiver.ts'), receiver);
  const { stdout } = await node('receiver.ts', { BODY: body, HEADERS: JSON.stringify(headers) });
  expect(stdout.trim().split('\n')).toEqual(['msg_1: Lease is signed', '204', '400']);
});

it('acts for a user as its page says', async () => {
  const { clientId, clientSecret } = instance.oauthApp;
  const keys = { CLIENT_ID: clientId, CLIENT_SECRET: clientSecret };
  await writeFile(
    join(project, 'leave.ts'),
    `import { signInUrl } from './example-5.ts';\nconsole.log(signInUrl('a state'));`,
  );
  const { stdout: url } = await node('leave.ts', keys);
  const scopes = ['profile:read', 'workflows:write'] as const;
  const expected = { redirectUri: REDIRECT_URI, scopes, state: 'a state' };
  expect(url.trim()).toBe(authorizationUrl({ baseUrl: instance.baseUrl, clientId }, expected));
  const code = (await instance.allow(url.trim())).get('code') ?? '';
  const back = `import { signIn } from './example-5.ts';
const paraph = await signIn(process.env.CODE, async (tokens) => console.log(Object.keys(tokens).join()));
console.log((await paraph.readProfile()).email);`;
  await writeFile(join(project, 'back.ts'), back);
  const { stdout } = await node('back.ts', { ...keys, CODE: code });
  expect(stdout.trim().split('\n')).toEqual(['accessToken,refreshToken,expiresAt', 'sender@example.com']);
});
