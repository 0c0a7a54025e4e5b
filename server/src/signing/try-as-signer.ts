import { assertPresent, Refusal } from '@paraph/domain';
import type { Deps } from '../deps.ts';
import { readDesign } from '../design/read-design.ts';
import type { DesignGuest } from '../design/require-design-session.ts';
import type { FileDeps } from '../files/check-stored-file.ts';
import type { Appended } from '../files/serve-file.ts';
import { prepareForms } from '../workflows/lifecycle/prepare-forms.ts';
import { findWorkflowFacts } from '../workflows/reading/find-workflow-facts.ts';
import { chooseConsentText } from './consent-texts.ts';
import { viewSigning } from './signing-view.ts';

/** A part of a draft: who would be asked. */
export interface TriedRole {
  roleId: number;
  acceptLanguage: string | undefined;
}

/**
 * What a recipient of a draft would be shown if it started now. For the sender, who tries the signing page; nothing is
 * stored, and there is no link.
 *
 * @throws Refusal `NOT_FOUND`, `WORKFLOW_NOT_FOUND`
 */
export async function tryAsSigner(
  deps: Pick<Deps, 'config' | 'database'>,
  guest: DesignGuest,
  { roleId, acceptLanguage }: TriedRole,
) {
  const { record, mayEdit } = await readDesign(deps, guest);
  const action = record.actions.find((each) => each.role_id === roleId);
  const facts = await findWorkflowFacts(deps.database, record.workflow.id);
  const recipient = facts?.recipients.find(({ id }) => id === action?.recipient_id);
  if (!mayEdit || !facts || !action || !recipient) throw noSuchRole();
  const base = `/api/v1/design/${guest.session.id}/signers/${roleId}`;
  const trial = {
    facts,
    recipient,
    action,
    state: 'open' as const,
    fields: facts.fields.filter((field) => field.role_id === roleId),
    signatureImages: [],
    attachments: [],
    consentVersion: null,
    shownHash: '',
  };
  const session = { ...trial, link: { id: `${guest.session.id}-${roleId}` } };
  const consent = chooseConsentText(acceptLanguage);
  const view = viewSigning(session, { consent, base, config: deps.config });
  return { ...view, documents: view.documents.map((document) => ({ ...document, firstPageUrl: null })) };
}

/**
 * A document of a draft with the form that it would start with, made anew each time.
 *
 * @throws Refusal `NOT_FOUND`, `WORKFLOW_NOT_FOUND`, `DOCUMENT_NOT_ACCEPTED`
 */
export async function readTriedDocument(
  deps: FileDeps & Pick<Deps, 'config'>,
  guest: DesignGuest,
  { roleId, documentId }: { roleId: number; documentId: number },
): Promise<{ fileId: number; name: string; appended: Appended }> {
  const { record, mayEdit } = await readDesign(deps, guest);
  const document = record.documents.find(({ id }) => id === documentId);
  if (!mayEdit || !document || !record.actions.some((each) => each.role_id === roleId)) throw noSuchRole();
  const forms = await prepareForms(deps, { source: record, documents: [document], replaced: null });
  const { form } = assertPresent(forms[0], `the form of document ${documentId}`);
  const { update, sha256 } = form;
  const appended = { updates: [Buffer.from(update)], sha256 };
  return { fileId: document.original_file_id, name: document.name, appended };
}

function noSuchRole(): Refusal {
  return new Refusal('NOT_FOUND', 'There is no such recipient in this draft.');
}
