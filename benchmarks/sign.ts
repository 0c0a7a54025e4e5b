import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createSigningJob, localSigner, validate } from '../pades/src/index.ts';
import { buildDocument } from './documents.ts';
import type { Report, Row } from './report.ts';
import {
  CONTENDERS,
  type ContenderName,
  type Credentials,
  contender,
  fieldsNamed,
  type Keys,
  openOutput,
  readKeys,
  signatureOptions,
  withPlaceholder,
} from './sign-contenders.ts';
import { measureTurn } from './sign-in-turn.ts';
import { makeCredentials } from './sign-keys.ts';
import { longTermSigning } from './sign-levels.ts';
import { measureStored } from './sign-stored.ts';
import { median, medianRatio, takeTurns } from './statistics.ts';

const TITLES: Record<ContenderName, string> = {
  floor: 'floor',
  paraph: 'Paraph',
  libpdf: '@libpdf/core',
  signpdf: '@signpdf/signpdf',
};
const COLD_ROUNDS = 5;
const STORED_ROUNDS = 20;
const LARGE_BYTES = 20_000_000;

interface Sample {
  title: string;
  file: Buffer;
  /** Large files take longer and vary less. */
  rounds: number;
}

/** How fast files are signed and validated, warm and cold, against the least work there is and two other engines. */
export async function benchSign(): Promise<Report> {
  const { credentials, root } = makeCredentials();
  const keys = readKeys(credentials);
  const samples = makeSamples();
  await warmUp(keys);
  const first: Row[] = [];
  const further: Row[] = [];
  const turns: Row[] = [];
  for (const sample of samples) {
    const warm = await measureWarm(sample, keys, root);
    const cold = await measureCold(sample, credentials);
    first.push(...firstRows(sample, warm, cold));
    further.push(await measureJob(sample, keys, root));
    turns.push(await measureTurn(sample, localSigner(keys.key, keys.certificates), root));
  }
  const largest = buildDocument({ pages: 30, bytes: LARGE_BYTES });
  const stored = await measureStored(largest, keys, STORED_ROUNDS);
  return {
    tables: [
      {
        title: 'sign: one signature, P-256, chain of 3, from the file’s bytes to the signed file’s',
        notes: [
          'floor: the file copied, hashed and one ECDSA signature over the hash',
          'floor and Paraph write into memory that they have already, the others into new one',
          `warm: after ${WARM_ROUNDS} signatures of the smallest file by each engine, as in a service that runs`,
          'cold: a process that does nothing else, from its start to its end, from disk to disk',
          '@signpdf/signpdf: a file with the hole in it is given to it, and our CMS; neither is counted',
        ],
        rows: first,
      },
      {
        title: 'sign: three signers in one job, and validating the result',
        notes: [
          'floor: as above, with one signature; further: each signature after the first of a job',
          'B-LTA: all three, a timestamp each, proof of revocation, a document timestamp; authorities in this process',
          'validate: three signatures, each a pass of SHA-256; hashing: the file’s bytes once',
        ],
        rows: further,
      },
      {
        title: 'sign: a file that three people fill and sign in turn, the first of them',
        notes: [
          'fields: seven for each of three people (texts, initials, boxes, a radio group, a list) and their signatures',
          'preview: the update with answers and appearance; then the same with the signature, each from the file’s bytes',
        ],
        rows: turns,
      },
      {
        title:
          'sign: a stored document of 20 MB signed and stored, from disk to disk, without encryption and with it',
        notes: [
          'floor: the file copied, hashed, the signature of the hash appended, and synced',
          'floor, encrypted: each byte decrypted, hashed, encrypted and written once, and synced',
          'Paraph: what is stored is also read back and compared, and has the digests of its chunks',
        ],
        rows: stored,
      },
    ],
  };
}

function smallestFile(): Buffer {
  return buildDocument({ pages: 4, bytes: 50 * 1024 });
}

function makeSamples(): Sample[] {
  return [
    { title: '50 KB', file: smallestFile(), rounds: 60 },
    { title: '1 MB', file: buildDocument({ pages: 6, bytes: 2 ** 20 }), rounds: 40 },
    { title: '5 MB', file: buildDocument({ pages: 12, bytes: 5_000_000 }), rounds: 30 },
    { title: '20 MB', file: buildDocument({ pages: 30, bytes: LARGE_BYTES }), rounds: 20 },
    {
      title: '500 pages, object streams',
      file: buildDocument({ pages: 500, hasObjectStreams: true }),
      rounds: 20,
    },
  ];
}

/** Until all that one signature takes is compiled. */
const WARM_ROUNDS = 300;

async function warmUp(keys: Keys): Promise<void> {
  const file = smallestFile();
  const starred = await withPlaceholder(file, keys);
  for (const name of CONTENDERS) {
    const signFile = await contender(name, keys);
    for (let round = 0; round < WARM_ROUNDS; round += 1) await signFile(name === 'signpdf' ? starred : file);
  }
}

type Times = Record<ContenderName, number[]>;

async function measureWarm({ file, rounds }: Sample, keys: Keys, root: Uint8Array): Promise<Times> {
  const starred = await withPlaceholder(file, keys);
  const runs = await Promise.all(
    CONTENDERS.map(async (name) => {
      const signFile = await contender(name, keys);
      const input = name === 'signpdf' ? starred : file;
      if (name !== 'floor') assertSigned(name, await signFile(input), root);
      return [name, () => timeOf(() => signFile(input))] as const;
    }),
  );
  const contenders = Object.fromEntries(runs) as Record<ContenderName, () => Promise<number>>;
  await takeTurns(contenders, Math.ceil(rounds / 4));
  return takeTurns(contenders, rounds);
}

/** A figure is worth nothing for a file that does not verify. */
function assertSigned(name: string, signed: Uint8Array, root: Uint8Array): void {
  const { signatures, document } = validate(signed, { anchors: [root] });
  const [report] = signatures;
  if (!report?.integrity.ok || !document.lastCoversWholeFile) {
    const reasons = report?.integrity.reasons.join(' ') ?? 'It holds no signature.';
    throw new Error(`What ${name} signed does not verify: ${reasons}`);
  }
}

interface Cold {
  ms: number[];
  peakMib: number[];
}

async function measureCold({ file }: Sample, credentials: Credentials) {
  const folder = await mkdtemp(join(tmpdir(), 'paraph-bench-'));
  const paths = { plain: join(folder, 'plain.pdf'), starred: join(folder, 'starred.pdf') };
  const keysPath = join(folder, 'keys.json');
  try {
    await writeFile(paths.plain, file);
    await writeFile(paths.starred, await withPlaceholder(file, readKeys(credentials)));
    await writeFile(keysPath, JSON.stringify(credentials), { mode: 0o600 });
    const runs = CONTENDERS.map((name) => {
      const source = name === 'signpdf' ? paths.starred : paths.plain;
      return [name, () => signInChild([name, source, join(folder, `${name}.pdf`), keysPath])] as const;
    });
    const results = await takeTurns(Object.fromEntries(runs), COLD_ROUNDS);
    return Object.fromEntries(
      CONTENDERS.map((name) => {
        const taken = results[name] ?? [];
        return [name, { ms: taken.map(({ ms }) => ms), peakMib: taken.map(({ peakMib }) => peakMib) }];
      }),
    ) as Record<ContenderName, Cold>;
  } finally {
    await rm(folder, { recursive: true });
  }
}

const run = promisify(execFile);
const SIGN_ONCE = fileURLToPath(new URL('./sign-once.ts', import.meta.url));

async function signInChild(args: readonly string[]): Promise<{ ms: number; peakMib: number }> {
  const startedAt = performance.now();
  const { stdout } = await run(process.execPath, [SIGN_ONCE, ...args]);
  const ms = performance.now() - startedAt;
  return { ms, peakMib: (JSON.parse(stdout) as { peakMib: number }).peakMib };
}

function firstRows({ title }: Sample, warm: Times, cold: Record<ContenderName, Cold>): Row[] {
  return CONTENDERS.map((name) => ({
    file: name === 'floor' ? title : '',
    engine: TITLES[name],
    'warm ms': median(warm[name]),
    '÷ floor': medianRatio(warm[name], warm.floor),
    'cold ms': median(cold[name].ms),
    'cold ÷ floor': medianRatio(cold[name].ms, cold.floor.ms),
    'peak RSS MiB': median(cold[name].peakMib),
  }));
}

const SIGNERS = ['First', 'Second', 'Third'] as const;

/** One job for three signers, and what the validator says of the result. */
async function measureJob({ title, file, rounds }: Sample, keys: Keys, root: Uint8Array): Promise<Row> {
  const floor = await contender('floor', keys);
  const join = openOutput();
  const further: number[] = [];
  const signAll = async () => {
    const job = createSigningJob(file);
    const updates = [job.prepareDocument({ signatureFields: fieldsNamed(SIGNERS) })];
    for (const [index, name] of SIGNERS.entries()) {
      const beganAt = performance.now();
      updates.push(await job.sign(signatureOptions(name), localSigner(keys.key, keys.certificates)));
      if (index > 0) further.push(performance.now() - beganAt);
    }
    return join([file, ...updates]);
  };
  const signed = Buffer.from(await signAll());
  const signLongTerm = await longTermSigning(SIGNERS);
  const contenders = {
    floor: () => timeOf(() => floor(file)),
    signing: () => timeOf(signAll),
    lasting: () => timeOf(() => signLongTerm(file)),
    validating: () => timeOf(() => validateAll(signed, root)),
    hashing: () => timeOf(() => createHash('sha256').update(signed).digest()),
  };
  await takeTurns(contenders, Math.ceil(rounds / 4));
  further.length = 0;
  const times = await takeTurns(contenders, rounds);
  return {
    file: title,
    'three signers ms': median(times.signing),
    '÷ floor': medianRatio(times.signing, times.floor),
    'further ms': median(further),
    'B-LTA ms': median(times.lasting),
    'B-LTA ÷ floor': medianRatio(times.lasting, times.floor),
    'validate ms': median(times.validating),
    'hashing ms': median(times.hashing),
    'validate ÷ hashing': medianRatio(times.validating, times.hashing),
  };
}

async function timeOf(work: () => unknown): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

function validateAll(signed: Uint8Array, root: Uint8Array): void {
  const { signatures } = validate(signed, { anchors: [root] });
  const isSound = signatures.every(({ integrity, certificate }) => integrity.ok && certificate.ok);
  if (signatures.length !== SIGNERS.length || !isSound) throw new Error('What was signed does not verify.');
}
