import { evaluateFile } from '../../server/src/files/evaluate-file.ts';
import { viewVerification } from '../../server/src/verification/verification-view.ts';
import { digestOf } from './engine/hashes.ts';
import type { Result, Task } from './instance.ts';

/** The report of the instance itself, by the instance's own code. */
export function evaluate({ bytes, roots, atMs }: Task): Result {
  const file = new Uint8Array(bytes);
  const answer = evaluateFile(file, { roots: roots.map(({ der }) => der), atMs, withXml: false });
  if (answer.kind === 'refused') return { kind: 'refused', reason: answer.reasons.join(' ') };
  if (answer.kind !== 'evaluated') throw new Error(`unexpected answer: ${answer.kind}`);
  const upload = { sha256: Buffer.from(digestOf('sha256', file)), size: file.length };
  const known = roots.map((root) => ({ ...root, der: Buffer.from(root.der, 'base64') }));
  const { evaluated } = answer;
  return {
    kind: 'report',
    report: viewVerification({ evaluated, upload, checkedAt: new Date(atMs), known }),
  };
}
