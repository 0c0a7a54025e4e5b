import { isCodeMethod, Refusal, type SigningLanguage } from '@paraph/domain';
import type { Visitor } from '../http/caller.ts';
import { checkCode } from '../identification/check-code.ts';
import type { CodeSubject } from '../identification/code-subject.ts';
import { readIdentification } from '../identification/read-identification.ts';
import { type CodePorts, requestCode } from '../identification/request-code.ts';
import { requirePreviewedContent } from './preview-signing.ts';
import { needsProof } from './require-proof.ts';
import { requireFinishable } from './signing-content.ts';
import { loadSigningSession, recipientActor, type SigningDeps } from './signing-session.ts';

interface Asked {
  previewId: string;
  visitor: Visitor;
  /** Of the page, for a recipient without a language of their own. */
  language?: SigningLanguage;
}

/** How far a signer is in showing who they are, for the content of a preview. */
export async function readSignerIdentification(deps: SigningDeps, linkId: string, asked: Asked) {
  return readIdentification(deps, await loadSubject(deps, linkId, asked));
}

/** Sends a code that counts for the content of a preview. */
export async function sendSignerCode(deps: SigningDeps & CodePorts, linkId: string, asked: Asked) {
  const subject = await loadSubject(deps, linkId, asked);
  await requestCode(deps, subject);
  return readIdentification(deps, subject);
}

/** Takes the code of a signer for a proof of who signs the content of a preview. */
export async function enterSignerCode(deps: SigningDeps, linkId: string, asked: Asked & { code: string }) {
  const subject = await loadSubject(deps, linkId, asked);
  await checkCode(deps, subject, asked.code);
  return readIdentification(deps, subject);
}

/**
 * Who signs what, and where a code reaches them.
 *
 * @throws Refusal as `finishSigning` does for a preview that is not what would be signed any more;
 *   `WORKFLOW_STATUS_CONFLICT` where no code is asked for
 */
async function loadSubject(
  deps: SigningDeps,
  linkId: string,
  { previewId, visitor, language = 'en' }: Asked,
): Promise<CodeSubject> {
  const session = await loadSigningSession(deps, linkId);
  requireFinishable(session);
  const contentHash = await requirePreviewedContent(deps, session, previewId);
  const { facts, action, recipient } = session;
  const { identification: method, phone, email, id, name } = recipient;
  const destination = method === 'code-sms' ? phone : email;
  if (!needsProof(session) || method === null || !isCodeMethod(method) || destination === null)
    throw new Refusal('WORKFLOW_STATUS_CONFLICT', 'No code is asked for here; reload the page.');
  return {
    actionId: action.id,
    linkId: session.link.id,
    contentHash,
    workflowId: facts.workflow.id,
    organizationId: facts.workflow.organization_id,
    recipient: { id, name },
    method,
    destination,
    language: recipient.language ?? language,
    actor: recipientActor(session, visitor),
  };
}
