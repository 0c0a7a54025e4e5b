import { emailKey, Fault, invalid, LIMITS } from '@paraph/domain';
import type { Visitor } from '../../http/caller.ts';
import { recordProof } from '../../identification/record-proof.ts';
import { countPasskeyUse, findPasskey, listPasskeys, type StoredPasskey } from '../../passkeys/api.ts';
import { type Assertion, readAssertion, relyingPartyOf } from '../../passkeys/webauthn.ts';
import { addSeconds } from '../../platform/clock.ts';
import { sha256 } from '../../platform/ids.ts';
import {
  recipientActor,
  requireFinishable,
  type SigningDeps,
  type SigningSession,
  withSigningSession,
} from '../session/signing-session.ts';
import { consumeChallenge, replaceChallenge } from './proof-store.ts';

/** What a person is about to sign. */
interface PasskeySubject {
  session: SigningSession;
  contentHash: Buffer;
}

const PREFIX = 'paraph-sign-v1\0';

/** What a passkey signs: it stands for one content, and with the nonce for one occasion. */
function passkeyChallenge(contentHash: Uint8Array, nonce: Uint8Array): Buffer {
  return sha256(Buffer.concat([Buffer.from(PREFIX), contentHash, nonce]));
}

/** The nonce of a challenge that replaces the one before. `contentHash`: null where no content is signed. */
export async function openChallenge(
  { clock, database, ids }: Pick<SigningDeps, 'clock' | 'database' | 'ids'>,
  linkId: string,
  contentHash: Buffer | null,
): Promise<Buffer> {
  const nonce = Buffer.from(ids.bytes(32));
  const expiresAt = addSeconds(clock.now(), LIMITS.proofSeconds);
  await replaceChallenge(database, {
    link_id: linkId,
    content_hash: contentHash,
    nonce,
    expires_at: expiresAt,
  });
  return nonce;
}

/** A challenge for the passkeys of a signer, for this content. */
export async function askForPasskey(deps: SigningDeps, { session, contentHash }: PasskeySubject) {
  const passkeys = await listPasskeys(deps.database, emailKey(session.recipient.email));
  const nonce = await openChallenge(deps, session.link.id, contentHash);
  return {
    challenge: passkeyChallenge(contentHash, nonce).toString('base64url'),
    rpId: relyingPartyOf(deps.config).id,
    passkeys: passkeys.map(({ id, transports }) => ({ id, transports })),
  };
}

/**
 * Takes what a passkey of the signer has signed for a proof of who signs this content.
 *
 * @throws Refusal `VALIDATION_ERROR`, the same whatever does not fit
 */
export async function takeAssertion(
  deps: SigningDeps,
  { session, contentHash }: PasskeySubject,
  { assertion, visitor }: { assertion: Assertion; visitor: Visitor },
): Promise<void> {
  const { link, recipient } = session;
  const now = deps.clock.now();
  const asked = await consumeChallenge(deps.database, { linkId: link.id, contentHash, now });
  const named = { id: assertion.credential, address: emailKey(recipient.email) };
  const passkey = await findPasskey(deps.database, named);
  if (!asked || !passkey) throw notTheirs();
  const { nonce } = asked;
  const challenge = passkeyChallenge(contentHash, nonce);
  const { signCount } = await readAssertion(deps.config, passkey, { assertion, challenge }).catch(asRefusal);
  await withSigningSession(deps, link.id, async (tx, current) => {
    requireFinishable(current);
    if (!isSamePerson(session, current)) throw notTheirs();
    const use = { id: passkey.id, signCount, now };
    if (!(await countPasskeyUse(tx, use))) throw notTheirs();
    await recordProof(tx, deps, {
      workflowId: current.facts.workflow.id,
      actionId: current.action.id,
      linkId: link.id,
      method: 'passkey',
      contentHash,
      actor: recipientActor(current, visitor),
      detail: {
        ...{ recipientId: recipient.id, recipientName: recipient.name },
        assertion: evidenceOf(deps, { assertion, passkey, nonce }),
      },
    });
  });
}

/** Whether the sender has not corrected who signs, nor how they show it, while the passkey answered. */
function isSamePerson({ action, recipient }: SigningSession, current: SigningSession): boolean {
  const { name, email, identification } = current.recipient;
  const isNamedSo = name === recipient.name && email === recipient.email;
  return current.action.id === action.id && isNamedSo && identification === 'passkey';
}

/** All that a check of the assertion needs: base64url, the public key as DER SubjectPublicKeyInfo. */
function evidenceOf(
  { config }: Pick<SigningDeps, 'config'>,
  { assertion, passkey, nonce }: { assertion: Assertion; passkey: StoredPasskey; nonce: Buffer },
) {
  const { credential: credentialId, clientDataJSON, authenticatorData, signature } = assertion;
  return {
    ...{ credentialId, clientDataJSON, authenticatorData, signature },
    nonce: nonce.toString('base64url'),
    publicKey: passkey.spki.toString('base64url'),
    setUpTime: passkey.created_at.toISOString(),
    relyingParty: relyingPartyOf(config),
  };
}

function asRefusal(error: unknown): never {
  throw error instanceof Fault ? notTheirs() : error;
}

function notTheirs() {
  return invalid({
    passkey:
      'This passkey does not show that you sign this content. Try again, with a passkey of this mailbox.',
  });
}
