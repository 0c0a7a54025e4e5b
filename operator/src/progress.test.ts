import { expect, test } from 'vitest';
import { showProgress } from './progress.ts';

function record(isTTY: boolean) {
  let written = '';
  let at = 0;
  const write = (text: string) => {
    written += text;
  };
  const show = showProgress({ isTTY, write }, () => at);
  const showAt = (time: number, ...progress: Parameters<typeof show>) => {
    at = time;
    show(...progress);
  };
  return { showAt, read: () => written };
}

test('a log gets a line at the beginning, every ten seconds and at the end', () => {
  const { showAt, read } = record(false);
  showAt(0, 'files', 0, 200);
  showAt(5_000, 'files', 50, 200);
  showAt(10_000, 'files', 100, 200);
  showAt(10_001, 'files', 200, 200);
  showAt(10_002, 'files', 200, 200);
  showAt(10_003, 'rows', 0, 0);
  expect(read().split('\n')).toEqual([
    'files: 0 of 200 (0 %)',
    'files: 100 of 200 (50 %)',
    'files: 200 of 200 (100 %)',
    'rows: 0 of 0 (100 %)',
    '',
  ]);
});

test('a person sees one bar that grows', () => {
  const { showAt, read } = record(true);
  showAt(0, 'files', 0, 4);
  showAt(50, 'files', 1, 4);
  showAt(150, 'files', 2, 4);
  showAt(160, 'files', 4, 4);
  expect(read().split('\r').slice(1)).toEqual([
    `files     ${'░'.repeat(30)} 0 of 4`,
    `files     ${'█'.repeat(15)}${'░'.repeat(15)} 2 of 4`,
    `files     ${'█'.repeat(30)} 4 of 4\n`,
  ]);
});
