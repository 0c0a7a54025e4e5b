import {
  checkLogProof,
  findLogProofs,
  type LogProof,
  parseKeyText,
  parseRetainedCheckpoint,
} from '@paraph/pades';
import { evaluateSignatures } from '../../intake/src/reading/evaluate-file.ts';
import { viewVerification } from '../../server/src/verification/verification-view.ts';
import { digestOf } from './engine/hashes.ts';
import type { FileTask, LogTask, Result, Task } from './instance.ts';

/** The report of the instance itself, by the instance's own code. */
export function evaluate(task: Task): Result {
  return 'bytes' in task ? evaluateBytes(task) : evaluateRecord(task);
}

/** Nothing that a reader pastes or drops is expected to be right. */
function evaluateRecord({ record, retained, logKey, witnesses }: LogTask): Result {
  try {
    const key = parseKeyText(logKey);
    const about = {
      key,
      retained: retained.trim() === '' ? null : parseRetainedCheckpoint(retained),
      witnesses: witnesses.map(parseKeyText),
    };
    const proofs = findLogProofs(JSON.parse(record)).map((each) => checkLogProof(each, about));
    return { kind: 'log', proofs };
  } catch (error) {
    return { kind: 'refused', reason: error instanceof Error ? error.message : String(error) };
  }
}

/** None where the record cannot be read: a reader is told so where they add it. */
function proofsIn(record: string): LogProof[] {
  try {
    return record === '' ? [] : findLogProofs(JSON.parse(record));
  } catch {
    return [];
  }
}

function evaluateBytes({ bytes, roots, logs, record, atMs, hashesUntilMs }: FileTask): Result {
  const file = new Uint8Array(bytes);
  const laterProofs = proofsIn(record);
  const answer = evaluateSignatures(file, {
    roots: roots.map(({ der }) => der),
    logs: logs.map((log) => ({ ...log, laterProofs })),
    atMs,
    hashesUntilMs,
  });
  if (answer.kind === 'refused') return { kind: 'refused', reason: answer.reasons.join(' ') };
  if (answer.kind !== 'evaluated') throw new Error(`unexpected answer: ${answer.kind}`);
  const upload = { sha256: Buffer.from(digestOf('sha256', file)), size: file.length };
  const instanceRoots = roots.map((root) => ({ ...root, der: Buffer.from(root.der, 'base64') }));
  const { evaluated } = answer;
  return {
    kind: 'report',
    report: viewVerification({
      evaluated,
      upload,
      checkedAt: new Date(atMs),
      anchors: instanceRoots,
      erased: null,
    }),
  };
}
