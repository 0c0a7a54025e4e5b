import { LIMITS, Refusal } from '@paraph/domain';
import { type NewSession, openSession } from '../accounts/sessions.ts';
import { addSeconds } from '../platform/clock.ts';
import { newToken, sha256 } from '../platform/ids.ts';
import { recordForOrganizations } from '../workspaces/api.ts';
import { guardGuesses, signInCounters, takeCode } from './check-code.ts';
import type { FactorDeps, FactorPorts } from './factor-ports.ts';
import {
  type ChallengeKind,
  consumeFactorChallenge,
  findFactorChallenge,
  replaceFactorChallenge,
} from './factor-store.ts';
import { withdrawReset } from './reset-factors.ts';

/** What one browser is to answer within minutes: bound to the token of its cookie, or to its session. */
export async function openFactorChallenge(
  deps: Pick<FactorDeps, 'clock' | 'database' | 'ids'>,
  about: { tokenHash: Buffer; kind: ChallengeKind; userId: number | null },
): Promise<Buffer> {
  const nonce = Buffer.from(deps.ids.bytes(32));
  await replaceFactorChallenge(deps.database, {
    token_hash: about.tokenHash,
    kind: about.kind,
    user_id: about.userId,
    nonce,
    expires_at: addSeconds(deps.clock.now(), LIMITS.secondStepSeconds),
  });
  return nonce;
}

/** Remembers for a browser whose password was right. */
export async function openSecondStep(deps: FactorDeps, userId: number): Promise<string> {
  const token = newToken(deps.ids);
  await openFactorChallenge(deps, { tokenHash: sha256(token), kind: 'second_step', userId });
  return token;
}

/** Opens the session of a sign-in whose password was right. */
export async function enterSecondFactor(
  deps: FactorDeps & { ports: FactorPorts },
  { token, code, session }: { token: string | null; code: string; session: NewSession },
): Promise<number> {
  const key = { tokenHash: sha256(token ?? ''), kind: 'second_step', now: deps.clock.now() } as const;
  const userId = (await findFactorChallenge(deps.database, key))?.user_id;
  if (token === null || !userId) throw tooLate();
  const counters = await signInCounters(deps, { userId, device: session.device.replaces });
  return guardGuesses(deps, { userId, counters }, () =>
    deps.database.transaction().execute(async (tx) => {
      const method = await takeCode(tx, deps, { userId, code });
      if (method === null) return null;
      if (!(await consumeFactorChallenge(tx, key))) throw tooLate();
      await openSession(tx, deps, { userId, session, method });
      const act = { userId, name: 'sign_in.succeeded', now: deps.clock.now() } as const;
      await recordForOrganizations(tx, { ...act, detail: { method } });
      await withdrawReset(tx, deps, { userId, actorId: userId });
      return userId;
    }),
  );
}

function tooLate(): Refusal {
  return new Refusal('AUTHENTICATION_REQUIRED', 'This sign-in took too long; enter the password again.');
}
