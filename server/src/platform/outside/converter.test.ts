import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SourceFormat } from '@paraph/intake';
import { expect, test } from 'vitest';
import { openConverterDouble } from '../../../../tests/support/converter-double.ts';
import { folderForThisTest, forThisTest } from '../../../../tests/support/scratch.ts';
import { readConfig } from '../../config/config.ts';
import { type Converter, openConverter } from './converter.ts';

const opened = (env: Record<string, string>) => {
  const { converter } = readConfig(env);
  if (!converter) throw new Error('there is no converter');
  return converter;
};

async function convert(converter: Converter, text = 'text', format: SourceFormat = 'docx') {
  const folder = join(await folderForThisTest(), 'made');
  await mkdir(folder, { recursive: true });
  const from = join(folder, 'upload');
  await writeFile(from, text);
  const made = converter.convert({ from, format, signal: new AbortController().signal });
  // Of a file its beginning alone: nobody compares the whole of a large one.
  const answer = await made.then(
    (bytes) => bytes.toString('latin1', 0, 100),
    (error: Error) => error,
  );
  // Nothing stays beside the upload.
  expect(await readdir(folder)).toEqual(['upload']);
  return answer;
}

test('the server of a converter gets the file, and is believed if it answers a whole PDF', async () => {
  const double = await forThisTest(openConverterDouble());
  const settings = opened({ PARAPH_CONVERTER_URL: double.url });
  const converter = openConverter(settings);
  const hurried = openConverter({ ...settings, timeoutMs: 200 });
  expect([...converter.formats]).toEqual(['docx', 'odt', 'rtf']);
  expect(await convert(converter, 'words')).toMatch(/^%PDF-/);
  expect(double.taken.at(-1)).toMatch(/filename="document\.docx"\r\n\r\nwords\r\n--/);
  await converter.ping(1_000);
  const moods = [
    ['busy', 'answered 503', true],
    ['hang', 'No response arrived', true],
    ['html', 'instead of a PDF', true],
    ['cut', 'broke off', true],
    ['large', 'more than 20 MiB', false],
    ['unreadable', 'cannot read the file', false],
  ] as const;
  for (const [mood, words, retryable] of moods) {
    double.mood = mood;
    const answer = await convert(mood === 'hang' ? hurried : converter);
    expect(answer, mood).toMatchObject({ message: expect.stringContaining(words), retryable });
  }
  await double.close();
  expect(await convert(converter)).toMatchObject({ retryable: true });
  await expect(converter.ping(1_000)).rejects.toThrow('refused the connection');
});

/** Stands in for LibreOffice: what it does is said by the file that it is given. */
const PROGRAM = `#!/bin/sh
for last; do :; done
out="$(dirname "$last")"
env > "$SEEN/env" 2>/dev/null
case "$(cat "$last")" in
  pdf) printf '%%PDF-1.7 made' > "$out/document.pdf";;
  nothing) ;;
  large) head -c 21000000 /dev/zero > "$out/document.pdf";;
  killed) kill -9 $$;;
  hang) sleep 600 & echo "$! $$" > "$out/../pids"; wait;;
esac
`;

test('a program as converter has a folder of its own, and ends with all that it has started', async () => {
  const folder = await folderForThisTest();
  const program = join(folder, 'soffice');
  await writeFile(program, PROGRAM.replaceAll('$SEEN', folder));
  await chmod(program, 0o755);
  process.env.PARAPH_TEST_SECRET = 'not for others';
  const settings = opened({ PARAPH_CONVERTER_COMMAND: program });
  const converter = openConverter({ ...settings, timeoutMs: 400 });
  await converter.ping(0);
  expect(await convert(converter, 'pdf')).toBe('%PDF-1.7 made');
  const env = await readFile(join(folder, 'env'), 'utf8');
  expect(env).not.toContain('not for others');
  expect(env).toMatch(/^HOME=.*upload-converting$/m);
  expect(await convert(converter, 'nothing')).toMatchObject({ message: /made nothing/ });
  expect(await convert(converter, 'large')).toMatchObject({
    message: expect.stringContaining('more than 20 MiB'),
  });
  expect(await convert(converter, 'killed')).toMatchObject({ retryable: true, message: /SIGKILL/ });
  const from = join(folder, 'hanging');
  await writeFile(from, 'hang');
  const { signal } = new AbortController();
  await expect(converter.convert({ from, format: 'docx', signal })).rejects.toThrow('took too long');
  const pids = (await readFile(join(folder, 'pids'), 'utf8')).trim().split(' ').map(Number);
  expect(pids).toHaveLength(2);
  await expect.poll(() => pids.filter(isAlive)).toEqual([]);
  const missing = openConverter({ ...settings, office: { command: join(folder, 'none') } });
  await expect(missing.ping(0)).rejects.toThrow('no program');
  expect(await convert(missing, 'pdf')).toMatchObject({ retryable: true, message: /cannot be started/ });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

test('no more files wait than a person would wait for, and who goes away leaves', async () => {
  const double = await forThisTest(openConverterDouble());
  double.mood = 'hang';
  const settings = opened({ PARAPH_CONVERTER_URL: double.url });
  const converter = openConverter({ ...settings, timeoutMs: 300 });
  const from = join(await folderForThisTest(), 'upload');
  await writeFile(from, 'x');
  const left = new AbortController();
  const all = Array.from({ length: 23 }, () =>
    converter.convert({ from, format: 'odt', signal: left.signal }),
  );
  left.abort();
  const reasons = (await Promise.allSettled(all)).map((each) =>
    each.status === 'rejected' ? (each.reason as Error).message : '',
  );
  expect(reasons.filter((reason) => reason.startsWith('Too many files wait'))).toHaveLength(1);
  expect(reasons.filter((reason) => reason.startsWith('Nobody waits'))).toHaveLength(20);
});

test.each([
  [{ PARAPH_CONVERTER_URL: 'gotenberg:3000' }, 'PARAPH_CONVERTER_URL'],
  [{ PARAPH_CONVERTER_URL: 'http://g:3000', PARAPH_CONVERTER_COMMAND: '/usr/bin/soffice' }, 'choose one'],
  [{ PARAPH_HEIC_COMMAND: 'heif-convert' }, 'absolute path'],
])('settings that contradict each other are refused: %j', (env, words) => {
  expect(() => readConfig(env)).toThrow(words);
});
