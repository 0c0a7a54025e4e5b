import { arrivalOf } from '../session/authenticate-signer.ts';
import { loadSigningSession, type SigningDeps, type SigningSession } from '../session/signing-session.ts';
import { type Checked, checkFinish } from './check-finish.ts';
import { signChecked } from './sign-checked.ts';
import { type OutsideValue, type SignatureSource, sourceForLevel } from './signature-source.ts';
import { type Press, storeSigned } from './store-signed.ts';

// A Finish in phases. Each takes what the one before returned, and nothing else makes that: so no check can be
// forgotten.
//
//   Checked  check-finish.ts   the session, loaded once; its preview is what would be signed; who signs is proven
//   Signed   sign-checked.ts   each document with its timestamp; slow, and no transaction is open
//   Stored   store-signed.ts   the session is loaded once more under the lock of the workflow's row, and must be the
//                              same; revisions, answers, act, events and jobs are committed together
//
// The level decides only whose key signs: a `SignatureSource`. A key of a page or of a provider signs what was checked
// for it (`advanced/`, `qualified/`), and its values come here.

export interface FinishCommand extends Press {
  previewId: string;
  /** By a key outside the service, at every level but simple. */
  signatures?: readonly OutsideValue[];
}

/**
 * Signs what a preview showed, if it is still the same, and returns the session after it.
 *
 * @throws Refusal as the phases do, and `VALIDATION_ERROR` with `signatures` where they do not fit the level
 */
export async function finishSigning(
  deps: SigningDeps,
  linkId: string,
  { previewId, signatures, ...press }: FinishCommand,
): Promise<SigningSession> {
  const checked = await checkFinish(deps, await loadSigningSession(deps, linkId), previewId);
  const arrival = arrivalOf(press.visitor);
  const source = await sourceForLevel(deps, checked, { signatures, arrival });
  return finishChecked(deps, checked, { ...press, source });
}

/** The phases after the first one, with a key that has signed or will. */
export async function finishChecked(
  deps: SigningDeps,
  checked: Checked,
  { source, ...press }: Press & { source: SignatureSource },
): Promise<SigningSession> {
  await deps.onFinishStep?.('checked');
  const signed = await signChecked(deps, checked, source);
  await deps.onFinishStep?.('signed');
  const { session } = await storeSigned(deps, signed, press);
  await deps.onFinishStep?.('finished');
  return session;
}
