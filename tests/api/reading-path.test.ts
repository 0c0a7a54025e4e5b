import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openTestInstance } from '../support/instance.ts';
import { forThisFile } from '../support/instance-case.ts';
import { ann, quickSender } from '../support/quick-sender.ts';
import { traceFiles } from '../support/traced-files.ts';

/** Of ours, without the engine and the path that every request takes. */
const FILES_MAX = 60;
const LEFT_OUT = /^(pades|tests)\/|^server\/src\/http\//;

const instance = await forThisFile(
  openTestInstance({ storage: { ownOf: 'tests/api/reading-path.test.ts' } }),
);

test('a quick envelope runs the files that ARCHITECTURE lists, and no others', async () => {
  const sender = await instance.signIn('Sender', 'sender@example.com');
  const create = () => quickSender(() => sender).create({ steps: [{ type: 'sign', recipients: [ann] }] });
  // What is opened once per process belongs to no request.
  await create();
  const traced = (await traceFiles(create)).filter((path) => !LEFT_OUT.test(path));
  expect(traced).toEqual(listedFiles());
  expect(traced.length).toBeLessThanOrEqual(FILES_MAX);
});

/** The numbered files, but for the data of the contract, and those below them by folder. */
function listedFiles(): string[] {
  const text = readFileSync(new URL('../../ARCHITECTURE.md', import.meta.url), 'utf8');
  const numbered = [...text.matchAll(/^\d+\. `([^`]+\.ts)`: `/gm)].map(([, path = '']) => path);
  const folders = text.matchAll(/^- `([\w/-]+\/)`: ((?:`[\w-]+\.ts`(?:, )?)+)$/gm);
  const others = [...folders].flatMap(([, folder = '', names = '']) =>
    [...names.matchAll(/`([^`]+)`/g)].map(([, name = '']) => `${folder}${name}`),
  );
  return [...numbered.filter((path) => !path.startsWith('contract/')), ...others].sort();
}
