import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { makeCorpus } from '../pades/src/testing/fuzz/corpus.ts';
import { fingerprint, inputOf, runCase } from '../pades/src/testing/fuzz/fuzz-case.ts';
import { differencesFromQpdf } from '../pades/src/testing/fuzz/qpdf-view.ts';
import { findProgram } from './programs.mjs';

const USAGE = `Usage: npm run fuzz -- [--seconds 600] [--seed 1] [--out folder]

Throws files made by chance at the signature engine: each must be answered or refused, in time and within its
memory, and what qpdf reads as well must read the same. What fails is kept in the folder.
`;

/** Ten times the slowest case on a busy machine. */
const CASE_MS_MAX = 20_000;
const WORKER_HEAP_MB = 512;
/** One case in this many is compared with qpdf, which is far slower. */
const QPDF_ONE_IN = 8;
const INPUT_BYTES_MAX = 8 * 1024 * 1024;

interface Begun {
  readonly kind: 'begun';
  readonly seed: number;
  readonly length: number;
}

interface Ended {
  readonly kind: 'ended';
  readonly seed: number;
  readonly ms: number;
  readonly rss: number;
  readonly steps: Readonly<Record<string, string>>;
  /** Whether the case was compared with qpdf, and qpdf accepted the file. */
  readonly isCompared: boolean;
  readonly problem: string | null;
}

interface Work {
  readonly firstSeed: number;
  readonly until: number;
  /** Input of the running case, to save it when the worker dies. */
  readonly shared: SharedArrayBuffer;
  readonly scratch: string;
  readonly hasQpdf: boolean;
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      seconds: { type: 'string', default: '600' },
      seed: { type: 'string', default: '1' },
      out: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  const seconds = Number(values.seconds);
  const seed = Number(values.seed);
  if (values.help || !(seconds > 0) || !Number.isInteger(seed)) {
    process.stderr.write(USAGE);
    return values.help ? 0 : 2;
  }
  const out = values.out ?? mkdtempSync(join(tmpdir(), 'paraph-fuzz-'));
  mkdirSync(out, { recursive: true });
  const run = new FuzzRun({ out, until: Date.now() + seconds * 1000 });
  await run.from(seed);
  return run.report();
}

class FuzzRun {
  readonly #out: string;
  readonly #until: number;
  readonly #counts = new Map<string, number>();
  readonly #shared = new SharedArrayBuffer(INPUT_BYTES_MAX);
  #cases = 0;
  #compared = 0;
  #failures = 0;
  #slowest = { ms: 0, seed: 0 };
  #rssEarly = 0;
  #rssMax = 0;

  constructor({ out, until }: { readonly out: string; readonly until: number }) {
    this.#out = out;
    this.#until = until;
  }

  /** Runs until the time is up; replaces a worker that hangs or dies and saves its case. */
  async from(firstSeed: number): Promise<void> {
    let seed = firstSeed;
    while (Date.now() < this.#until) seed = 1 + (await this.#runWorker(seed));
  }

  #runWorker(firstSeed: number): Promise<number> {
    const data: Work = {
      firstSeed,
      until: this.#until,
      shared: this.#shared,
      scratch: this.#out,
      hasQpdf: findProgram('qpdf') !== undefined,
    };
    const worker = new Worker(new URL(import.meta.url), {
      workerData: data,
      resourceLimits: { maxOldGenerationSizeMb: WORKER_HEAP_MB },
    });
    return new Promise((resolve) => {
      let current: Begun = { kind: 'begun', seed: firstSeed, length: 0 };
      let watch: NodeJS.Timeout | undefined;
      worker.on('message', (message: Begun | Ended) => {
        clearTimeout(watch);
        if (message.kind === 'ended') this.#note(message);
        else {
          current = message;
          watch = setTimeout(() => {
            this.#keep(current, `It took longer than ${CASE_MS_MAX} ms.`);
            void worker.terminate();
          }, CASE_MS_MAX);
        }
      });
      worker.on('error', (error) => this.#keep(current, `The worker died: ${error.message}`));
      worker.on('exit', () => {
        clearTimeout(watch);
        resolve(current.seed);
      });
    });
  }

  #note(ended: Ended): void {
    this.#cases += 1;
    if (ended.isCompared) this.#compared += 1;
    for (const [name, outcome] of Object.entries(ended.steps)) {
      const key = `${name}: ${outcome}`;
      this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
    }
    if (ended.ms > this.#slowest.ms) this.#slowest = ended;
    this.#rssMax = Math.max(this.#rssMax, ended.rss);
    // Measured after a thousand cases, when all code is compiled and every pool is full.
    if (this.#cases <= 1000) this.#rssEarly = this.#rssMax;
    if (ended.problem !== null) this.#keep({ kind: 'begun', seed: ended.seed, length: -1 }, ended.problem);
  }

  /** Saves the input of a case; a case that ended regularly has reported it. */
  #keep({ seed, length }: Begun, problem: string): void {
    this.#failures += 1;
    const path = join(this.#out, `seed-${seed}`);
    if (length >= 0) writeFileSync(`${path}.pdf`, new Uint8Array(this.#shared, 0, length));
    writeFileSync(`${path}.txt`, `${problem}\n`);
    process.stdout.write(`seed ${seed}: ${problem.split('\n')[0]}\n`);
  }

  report(): number {
    const lines = [...this.#counts].sort().map(([key, count]) => `  ${key} ${count}`);
    const mb = (bytes: number): string => `${Math.round(bytes / 1024 / 1024)} MB`;
    process.stdout.write(`${this.#cases} cases, ${this.#failures} failures, kept in ${this.#out}
${lines.join('\n')}
  compared with qpdf: ${this.#compared}
  slowest: ${Math.round(this.#slowest.ms)} ms (seed ${this.#slowest.seed})
  memory: at most ${mb(this.#rssEarly)} in the first thousand, ${mb(this.#rssMax)} in all
`);
    return this.#failures === 0 && this.#cases > 0 ? 0 : 1;
  }
}

async function work({ firstSeed, until, shared, scratch, hasQpdf }: Work): Promise<void> {
  const corpus = await makeCorpus();
  const known = new Set(corpus.map(fingerprint));
  const held = new Uint8Array(shared);
  for (let seed = firstSeed; Date.now() < until; seed += 1) {
    const input = inputOf(seed, corpus).subarray(0, INPUT_BYTES_MAX);
    held.set(input);
    parentPort?.postMessage({ kind: 'begun', seed, length: input.length } satisfies Begun);
    const start = performance.now();
    let steps: Ended['steps'] = {};
    let problem: string | null = null;
    let isCompared = false;
    try {
      const result = await runCase(input, known);
      steps = result.steps;
      if (hasQpdf && result.pageCount !== null && seed % QPDF_ONE_IN === 0) {
        const differences = differencesFromQpdf(input, join(scratch, 'compared.pdf'));
        isCompared = differences !== null;
        if (differences && differences.length > 0) problem = `qpdf differs: ${differences.join('\n')}`;
      }
    } catch (error) {
      problem = error instanceof Error ? (error.stack ?? error.message) : String(error);
    }
    if (problem !== null) writeFileSync(join(scratch, `seed-${seed}.pdf`), input);
    const ms = performance.now() - start;
    const { rss } = process.memoryUsage();
    parentPort?.postMessage({ kind: 'ended', seed, ms, rss, steps, isCompared, problem } satisfies Ended);
  }
}

if (isMainThread) process.exitCode = await main();
else await work(workerData);
