import type { Progress } from './backup/copy-blobs.ts';

const BAR_WIDTH = 30;
const REDRAWN_EVERY_MS = 100;
const LINE_EVERY_MS = 10_000;

/** A bar where a person watches, else a line every ten seconds; on standard error, beside the result. */
export function showProgress(
  { isTTY = false, write }: { isTTY?: boolean; write(text: string): unknown } = {
    isTTY: process.stderr.isTTY === true,
    write: (text) => process.stderr.write(text),
  },
  now: () => number = () => performance.now(),
): Progress {
  let step = '';
  let isComplete = false;
  let shownAt = Number.NEGATIVE_INFINITY;
  return (name, done, total) => {
    const isNew = name !== step;
    const isEnd = done >= total;
    if (!isNew && isEnd && isComplete) return;
    isComplete = isEnd;
    if (!isNew && !isEnd && now() - shownAt < (isTTY ? REDRAWN_EVERY_MS : LINE_EVERY_MS)) return;
    step = name;
    shownAt = now();
    const percent = total === 0 ? 100 : Math.floor((100 * done) / total);
    if (!isTTY) return void write(`${name}: ${done} of ${total} (${percent} %)\n`);
    const filled = Math.round((BAR_WIDTH * percent) / 100);
    const bar = '█'.repeat(filled) + '░'.repeat(BAR_WIDTH - filled);
    write(`\r${name.padEnd(9)} ${bar} ${done} of ${total}${isEnd ? '\n' : ''}`);
  };
}
