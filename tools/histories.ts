import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';

const USAGE = `Usage: npm run histories -- [--count 2000] [--seed 1] [--workers 2] [--each 100]

Plays generated histories of workflows (tests/generated/histories.test.ts), each run with its own seed, and
compares every file with what people confirmed. A failure names its seed and the shortest failing history.
`;

/** One run of the test; answers what it printed, and whether it passed. */
async function run(seed: number, count: number): Promise<{ passed: boolean; text: string }> {
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--configLoader=native'];
  const env = { ...process.env, HISTORIES_SEED: String(seed), HISTORIES_COUNT: String(count) };
  const child = spawn(process.execPath, [...args, 'tests/generated/histories.test.ts'], { env });
  const chunks: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  const [status] = (await once(child, 'close')) as [number | null];
  return { passed: status === 0, text: Buffer.concat(chunks).toString() };
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      count: { type: 'string', default: '2000' },
      seed: { type: 'string', default: '1' },
      workers: { type: 'string', default: '2' },
      each: { type: 'string', default: '100' },
      help: { type: 'boolean', default: false },
    },
  });
  const [count, seed, workers, each] = [values.count, values.seed, values.workers, values.each].map(Number);
  if (values.help || !count || !seed || !workers || !each) {
    process.stdout.write(USAGE);
    return values.help ? 0 : 2;
  }
  const runs = Array.from({ length: Math.ceil(count / each) }, (_run, index) => ({
    seed: seed + index,
    count: Math.min(each, count - index * each),
  }));
  const failed: number[] = [];
  const work = async () => {
    for (let next = runs.shift(); next; next = runs.shift()) {
      const { passed, text } = await run(next.seed, next.count);
      process.stdout.write(
        `seed ${next.seed}: ${next.count} histories ${passed ? 'passed' : `failed\n${text}`}\n`,
      );
      if (!passed) failed.push(next.seed);
    }
  };
  await Promise.all(Array.from({ length: workers }, work));
  process.stdout.write(failed.length === 0 ? `${count} histories passed\n` : `failed: seeds ${failed}\n`);
  return failed.length === 0 ? 0 : 1;
}

process.exitCode = await main();
