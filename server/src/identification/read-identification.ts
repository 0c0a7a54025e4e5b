import { LIMITS } from '@paraph/domain';
import type { Deps } from '../deps.ts';
import { addSeconds, toSeconds } from '../platform/clock.ts';
import { findValidCode, type StoredCode } from './code-store.ts';
import type { CodeSubject } from './code-subject.ts';
import { findProof } from './proof-store.ts';
import { shownDestination } from './request-code.ts';

/** How a person shows by a code who they are, for one content, and how far they are. */
export async function readCodeIdentification(
  deps: Pick<Deps, 'clock' | 'config' | 'database'>,
  subject: CodeSubject,
) {
  const code = await findValidCode(deps.database, subject, deps.clock.now());
  return {
    ...(await readProven(deps, subject)),
    method: subject.method,
    to: shownDestination(subject),
    code: code && viewCode(code, deps.config.rates.signingCodePause.seconds),
    problem: null,
  };
}

/** How long their proof counts, if they have given one, and the time of the service to count from. */
export async function readProven(
  { clock, database }: Pick<Deps, 'clock' | 'database'>,
  { actionId, contentHash }: Pick<CodeSubject, 'actionId' | 'contentHash'>,
) {
  const now = clock.now();
  const proof = await findProof(database, { actionId, contentHash, now });
  return { provenUntil: proof && toSeconds(proof.expires_at), now: toSeconds(now) };
}

function viewCode(code: StoredCode, pauseSeconds: number) {
  return {
    expiryDate: toSeconds(code.expires_at),
    nextDate: toSeconds(addSeconds(code.created_at, pauseSeconds)),
    triesLeft: LIMITS.signingCodeTriesMax - code.tries,
    delivery: code.delivery,
    problem: code.problem,
  };
}
