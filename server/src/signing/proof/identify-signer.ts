import {
  conflict,
  type Identification,
  isCodeMethod,
  type Refusal,
  type SigningLanguage,
} from '@paraph/domain';
import type { Visitor } from '../../http/caller.ts';
import { checkCode } from '../../identification/check-code.ts';
import {
  type CodePorts,
  type CodeSubject,
  readCodeIdentification,
  readProven,
  requestCode,
} from '../../identification/request-code.ts';
import { findIdentityProvider } from '../../identity-providers/manage-identity-provider.ts';
import { hostOf } from '../../identity-providers/openid-client.ts';
import type { Assertion } from '../../passkeys/webauthn.ts';
import { requirePreviewedContent } from '../answers/preview-signing.ts';
import {
  loadSigningSession,
  recipientActor,
  requireFinishable,
  type SigningDeps,
  type SigningSession,
} from '../session/signing-session.ts';
import { findIdentityVisit } from './proof-store.ts';
import { askForPasskey, takeAssertion } from './prove-by-passkey.ts';
import { needsProof } from './require-proof.ts';
import { beginIdentityVisit } from './visit-identity-provider.ts';

interface Asked {
  previewId: string;
  visitor: Visitor;
  /** Of the page, for a recipient without a language of their own. */
  language?: SigningLanguage;
  /** The address of the page, where it is not that of the instance. */
  pageOrigin?: string | undefined;
}

/** Who signs what, and how they have to show it. */
interface Identifying {
  session: SigningSession;
  contentHash: Buffer;
  method: Identification;
}

/** How far a signer is in showing who they are, for the content of a preview. */
export async function readSignerIdentification(deps: SigningDeps, linkId: string, asked: Asked) {
  const identifying = await loadIdentifying(deps, linkId, asked);
  if (identifying.method === 'identity-provider') return readIdentityVisit(deps, identifying);
  if (identifying.method === 'passkey') return readPasskeyProof(deps, identifying);
  return readCodeIdentification(deps, codeSubjectOf(identifying, asked));
}

/** Sends a code that counts for the content of a preview. */
export async function sendSignerCode(deps: SigningDeps & CodePorts, linkId: string, asked: Asked) {
  const subject = codeSubjectOf(await loadIdentifying(deps, linkId, asked), asked);
  await requestCode(deps, subject);
  return readCodeIdentification(deps, subject);
}

/** Takes the code of a signer for a proof of who signs the content of a preview. */
export async function enterSignerCode(deps: SigningDeps, linkId: string, asked: Asked & { code: string }) {
  const subject = codeSubjectOf(await loadIdentifying(deps, linkId, asked), asked);
  await checkCode(deps, subject, asked.code);
  return readCodeIdentification(deps, subject);
}

/** Sends a signer to the identity provider, for the content of a preview. */
export async function sendSignerToProvider(deps: SigningDeps, linkId: string, asked: Asked) {
  const identifying = await loadIdentifying(deps, linkId, asked);
  if (identifying.method !== 'identity-provider') throw asksOtherwise();
  return beginIdentityVisit(deps, identifying, asked.language ?? 'en');
}

/** A challenge for a passkey of the signer, for the content of a preview. */
export async function sendPasskeyChallenge(deps: SigningDeps, linkId: string, asked: Asked) {
  return askForPasskey(deps, await loadPasskeySubject(deps, linkId, asked));
}

/** Takes what a passkey of the signer has signed for a proof of who signs the content of a preview. */
export async function proveByPasskey(
  deps: SigningDeps,
  linkId: string,
  { assertion, ...asked }: Asked & { assertion: Assertion },
) {
  const subject = await loadPasskeySubject(deps, linkId, asked);
  await takeAssertion(deps, subject, { assertion, visitor: asked.visitor });
  return readPasskeyProof(deps, subject);
}

async function loadPasskeySubject(deps: SigningDeps, linkId: string, asked: Asked): Promise<Identifying> {
  const identifying = await loadIdentifying(deps, linkId, asked);
  if (identifying.method !== 'passkey') throw asksOtherwise();
  return identifying;
}

async function readPasskeyProof(deps: SigningDeps, { session, contentHash }: Identifying) {
  return {
    ...(await readProven(deps, { actionId: session.action.id, contentHash })),
    ...{ method: 'passkey' as const, to: session.recipient.email, code: null, problem: null },
  };
}

async function readIdentityVisit(deps: SigningDeps, { session, contentHash }: Identifying) {
  const { link, action, facts } = session;
  const provider = await findIdentityProvider(deps, deps.database, facts.organization.id);
  const now = deps.clock.now();
  const visit = await findIdentityVisit(deps.database, { linkId: link.id, contentHash, now });
  return {
    ...(await readProven(deps, { actionId: action.id, contentHash })),
    method: 'identity-provider' as const,
    to: provider ? hostOf(provider) : '',
    code: null,
    problem: visit?.problem ?? null,
  };
}

/**
 * What a signer is about to sign, and by which proof.
 *
 * @throws Refusal as `finishSigning` does for a preview that is not what would be signed any more;
 *   `WORKFLOW_STATUS_CONFLICT` where no proof is asked for
 */
async function loadIdentifying(
  deps: SigningDeps,
  linkId: string,
  { previewId }: Asked,
): Promise<Identifying> {
  const session = await loadSigningSession(deps, linkId);
  requireFinishable(session);
  const contentHash = await requirePreviewedContent(deps, session, previewId);
  const { identification: method } = session.recipient;
  if (!needsProof(session) || method === null) throw asksOtherwise();
  return { session, contentHash, method };
}

/** Where a code reaches a signer. @throws Refusal `WORKFLOW_STATUS_CONFLICT` where none is asked for */
function codeSubjectOf({ session, contentHash, method }: Identifying, asked: Asked): CodeSubject {
  const { phone, email } = session.recipient;
  const destination = method === 'code-sms' ? phone : email;
  if (!isCodeMethod(method) || destination === null) throw asksOtherwise();
  return { ...askedPersonOf(session, asked), purpose: 'sign', contentHash, method, destination };
}

/** Who is asked for a code, whatever for. */
export function askedPersonOf(
  session: SigningSession,
  { visitor, language = 'en', pageOrigin }: Pick<Asked, 'language' | 'pageOrigin' | 'visitor'>,
) {
  const { facts, action, recipient, link } = session;
  return {
    actionId: action.id,
    linkId: link.id,
    workflowId: facts.workflow.id,
    organizationId: facts.workflow.organization_id,
    recipient: { id: recipient.id, name: recipient.name },
    language: recipient.language ?? language,
    pageHost: pageOrigin === undefined ? null : new URL(pageOrigin).hostname,
    actor: recipientActor(session, visitor),
  };
}

function asksOtherwise(): Refusal {
  return conflict('You are not asked for this here; reload the page.');
}
