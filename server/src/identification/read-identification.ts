import { LIMITS } from '@paraph/domain';
import type { Deps } from '../deps.ts';
import { addSeconds, toSeconds } from '../platform/clock.ts';
import { findValidCode, type StoredCode } from './code-store.ts';
import type { CodeSubject } from './code-subject.ts';
import { findProof } from './proof-store.ts';
import { shownDestination } from './request-code.ts';

/** How a person shows who they are, for one content, and how far they are. */
export async function readIdentification(
  deps: Pick<Deps, 'clock' | 'config' | 'database'>,
  subject: CodeSubject,
) {
  const now = deps.clock.now();
  const code = await findValidCode(deps.database, subject, now);
  const proof = await findProof(deps.database, { ...subject, now });
  return {
    method: subject.method,
    to: shownDestination(subject),
    provenUntil: proof && toSeconds(proof.expires_at),
    code: code && viewCode(code, deps.config.rates.signingCodePause.seconds),
    now: toSeconds(now),
  };
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
