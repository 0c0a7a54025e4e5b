import { test } from 'vitest';
import { createSigningJob, localSigner, type SignatureAlgorithm } from '../../pades/src/index.ts';
import { sampleAuthority, sampleKeys } from '../../pades/src/testing/sample-authority.ts';
import { samplePdf } from '../../pades/src/testing/sample-pdf.ts';
import { scratchFiles } from './scratch-files.ts';

const authority = sampleAuthority();
const { expectValid } = scratchFiles();
const keysOf = { ec: sampleKeys('ec'), p384: sampleKeys('p384'), rsa: sampleKeys('rsa') };

test.each<[SignatureAlgorithm, keyof typeof keysOf]>([
  ['ecdsa-sha384', 'p384'],
  ['ecdsa-sha512', 'ec'],
  ['rsa-sha384', 'rsa'],
  ['rsa-sha512', 'rsa'],
  ['rsa-pss-sha384', 'rsa'],
  ['rsa-pss-sha512', 'rsa'],
])(
  'a signature by another hash than SHA-256 is valid for other programs: %s with a key of the kind %s',
  async (algorithm, kind) => {
    const keys = keysOf[kind];
    const { certificates } = authority.signer('Ana', { keys, key: kind });
    const original = samplePdf();
    const job = createSigningJob(original);
    const rect = [50, 50, 200, 100] as const;
    const form = job.prepareDocument({ signatureFields: [{ name: 'Buyer', page: 0, rect }] });
    const options = { fieldName: 'Buyer', name: 'Ana', appearance: null, signingTime: new Date() };
    const signed = await job.sign(options, localSigner(keys.privateKey, certificates, algorithm));
    expectValid(Buffer.concat([original, form, signed]), authority.root);
  },
);
