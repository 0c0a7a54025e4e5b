import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { augment, createSigningJob, prepareDocument } from '../../pades/src/index.ts';
import { bytesOf } from '../../pades/src/testing/level-fixture.ts';
import { type SampleKey, sampleAuthority, sampleKeys } from '../../pades/src/testing/sample-authority.ts';
import { samplePdf } from '../../pades/src/testing/sample-pdf.ts';
import { sampleRevocation } from '../../pades/src/testing/sample-revocation.ts';
import { sampleTimestamping } from '../../pades/src/testing/sample-timestamping.ts';
import { prepareForTurns, signingOptionsOf } from '../../pades/src/testing/signing-in-turn.ts';
import { succeed } from './scratch-files.ts';
import { makeStranger } from './stranger.ts';

export const factors = {
  input: [
    'table',
    'stream',
    'hybrid',
    'linearized',
    'object streams',
    'incremental',
    'already signed',
    'rotated',
    'cropped',
    '500 pages',
    '20 MB',
    'filled in turn',
  ],
  signers: ['1', '3', '10'],
  key: ['P-256', 'P-384', 'RSA-2048', 'RSA-4096', 'RSA-PSS'],
  level: ['B-B', 'B-T', 'B-LT', 'B-LTA'],
} as const;

export type Row = { readonly [Factor in keyof typeof factors]: (typeof factors)[Factor][number] };

const keyKinds: Record<Row['key'], SampleKey> = {
  'P-256': 'ec',
  'P-384': 'p384',
  'RSA-2048': 'rsa',
  'RSA-4096': 'rsa4096',
  'RSA-PSS': 'rsa-pss',
};

export type SignedRow = Awaited<ReturnType<MatrixFiles['sign']>>;

const authority = sampleAuthority();
export const roots = { ours: authority.root, issuing: authority.issuing };
/** The validators use the machine's clock; every file is a little older. */
const start = Math.floor(Date.now() / 1000) * 1000 - 600_000;

/** Files of every kind to be signed, each made once; what other programs make goes through `folder`. */
export class MatrixFiles {
  /** Who signed before us by another program. */
  readonly stranger: ReturnType<typeof makeStranger>;
  readonly #folder: string;
  readonly #inputs = new Map<Row['input'], Buffer>();
  readonly #keys = new Map<SampleKey, ReturnType<typeof sampleKeys>>();

  constructor(folder: string) {
    this.#folder = folder;
    this.stranger = makeStranger(folder, 'Stranger');
  }

  /** Signs a file of the row's kind by so many, and raises it to its level; every second row by lists instead of OCSP. */
  async sign(row: Row, index: number) {
    let time = start;
    const now = (): Date => new Date(time);
    const anchors = [authority.root];
    const timestamping = sampleTimestamping(authority.timestamper(), { anchors, now });
    const kind: 'ocsp' | 'crl' = index % 2 === 0 ? 'ocsp' : 'crl';
    const revocation = sampleRevocation(authority, now, kind);
    const names = Array.from({ length: Number(row.signers) }, (_item, number) => `Signer ${number + 1}`);
    const job = createSigningJob(this.#input(row.input));
    const signatureFields = names.map((name, number) => ({
      name,
      page: 0,
      displayed: {
        posX: 5 + (number % 2) * 45,
        posY: 10 + Math.floor(number / 2) * 12,
        width: 40,
        height: 9,
      },
    }));
    const isFilled = row.input === 'filled in turn';
    job.prepareDocument(isFilled ? prepareForTurns(names) : { signatureFields });
    const keys = this.#keysOf(keyKinds[row.key]);
    for (const name of names) {
      const signer = authority.signer(name, { key: keyKinds[row.key], keys });
      const options = { fieldName: name, name, appearance: null, signingTime: now() };
      const wanted = isFilled ? signingOptionsOf(name, { signingTime: now() }) : options;
      await job.sign(wanted, signer, row.level === 'B-B' ? undefined : timestamping);
      time += 1000;
    }
    const ports = { timestamping, revocation, anchors, fieldNames: names };
    if (row.level === 'B-LT' || row.level === 'B-LTA') await augment(job, row.level, ports);
    const path = this.#at(`row-${index}.pdf`);
    const file = bytesOf(job);
    writeFileSync(path, file);
    /** What stood in the file before us. */
    const earlier = row.input === 'already signed' ? 1 : 0;
    return { row, path, names, revocation: kind, earlier, file };
  }

  #at(name: string): string {
    return join(this.#folder, name);
  }

  #keysOf(kind: SampleKey): ReturnType<typeof sampleKeys> {
    const known = this.#keys.get(kind) ?? sampleKeys(kind);
    this.#keys.set(kind, known);
    return known;
  }

  #input(kind: Row['input']): Buffer {
    const known = this.#inputs.get(kind) ?? this.#make(kind);
    this.#inputs.set(kind, known);
    return known;
  }

  #make(kind: Row['input']): Buffer {
    switch (kind) {
      case 'table':
      case 'filled in turn':
        return samplePdf();
      case 'stream':
        return samplePdf({ xref: 'stream' });
      case 'hybrid':
        return samplePdf({ xref: 'hybrid' });
      case 'linearized':
        return this.#throughQpdf(samplePdf({ pages: 5 }), '--linearize', '--object-streams=disable');
      case 'object streams':
        return this.#throughQpdf(samplePdf({ pages: 30 }), '--object-streams=generate');
      case 'incremental': {
        const first = samplePdf();
        const rect = [40, 40, 90, 60] as const;
        const added = prepareDocument(first, { signatureFields: [{ name: 'Unused', page: 0, rect }] });
        return Buffer.concat([first, added]);
      }
      case 'already signed': {
        const rect = [50, 50, 200, 100] as const;
        const first = samplePdf();
        const added = prepareDocument(first, { signatureFields: [{ name: 'Theirs', page: 0, rect }] });
        return this.stranger.sign(Buffer.concat([first, added]));
      }
      case 'rotated':
        return samplePdf({ rotate: 90 });
      case 'cropped':
        return samplePdf({ rotate: 270, cropBox: '[30 40 500 700]' });
      case '500 pages':
        return samplePdf({ pages: 500, xref: 'stream' });
      case '20 MB':
        return samplePdf({ ballast: 20_000_000 });
    }
  }

  #throughQpdf(pdf: Buffer, ...options: string[]): Buffer {
    writeFileSync(this.#at('before.pdf'), pdf);
    succeed('qpdf', ...options, this.#at('before.pdf'), this.#at('after.pdf'));
    return readFileSync(this.#at('after.pdf'));
  }
}
