import {
  assertPresent,
  chooseIdentification,
  invalid,
  isAnswered,
  Refusal,
  readAcceptedLanguage,
  readAnswer,
} from '@paraph/domain';
import type { Requester } from '@paraph/intake';
import { joinedSource } from '@paraph/pades';
import { planFirstRow } from '../bulk/plan-first-row.ts';
import type { Deps } from '../deps.ts';
import { readDesign } from '../design/design.ts';
import type { DesignGuest } from '../design/design-sessions.ts';
import type { FileDeps } from '../files/check-stored-file.ts';
import { openUnverifiedFile } from '../files/read-stored-file.ts';
import type { Caller } from '../http/caller.ts';
import { createMissingCharacterFinder } from '../platform/fonts.ts';
import { LEAVES_MAX } from '../transparency-log/api.ts';
import { findAnnex } from '../workflows/drafts/change-annexes.ts';
import { listSignings, prepareForms, withOriginals } from '../workflows/lifecycle/prepare-forms.ts';
import { findWorkflowFacts, type WorkflowFacts } from '../workflows/reading/find-workflow-facts.ts';
import { readLevelFactsFor } from '../workspaces/levels.ts';
import { asRefusal, previewDraft, type SignDeps } from './answers/preview-documents.ts';
import { contentAt, contentsBytesFor } from './answers/preview-signing.ts';
import { readSignaturePicture } from './answers/signer-files.ts';
import { requireTimeZone } from './answers/zoned-time.ts';
import { chooseConsentText, consentLevelOf } from './session/consent-texts.ts';
import {
  answeredFieldsOf,
  findUndrawableAnswers,
  requireComplete,
  withDrawableNames,
} from './session/signing-session.ts';
import { signerOf } from './session/witnessing.ts';
import { viewSigning } from './signing-view.ts';

/**
 * What a recipient of a draft would be shown if it started now. For the sender, who tries the signing page; nothing is
 * stored, and there is no link.
 */
export async function tryAsSigner(
  deps: Pick<Deps, 'config' | 'database'>,
  guest: DesignGuest,
  { roleId, acceptLanguage }: { roleId: number; acceptLanguage: string | undefined },
) {
  const tried = await findTriedRole(deps, guest, roleId);
  const base = `/api/v1/design/${guest.session.id}/signers/${roleId}`;
  return viewTrial(deps, tried, { id: `${guest.session.id}-${roleId}`, base, acceptLanguage });
}

/** What the first person who signs the first row of a table will be shown; the files are those of the template. */
export async function tryFirstRow(
  deps: Deps,
  caller: Caller,
  { acceptLanguage, ...address }: Parameters<typeof planFirstRow>[2] & { acceptLanguage: string | undefined },
) {
  const { facts, documentIds, annexIds } = await planFirstRow(deps, caller, address);
  const [action = facts.actions[0]] = listSignings(facts);
  const tried = await triedRoleOf(deps, facts, action?.role_id);
  const base = `/api/v1/workspaces/${address.workspaceId}/templates/${address.templateId}`;
  const view = viewTrial(deps, tried, { id: `bulk-${address.bulkId}`, base, acceptLanguage });
  const urlOf = (at: number) => `${base}/documents/${documentIds[at]}/pages`;
  return {
    ...view,
    documents: view.documents.map((each, at) => ({ ...each, url: urlOf(at), downloadUrl: urlOf(at) })),
    annexes: view.annexes.map((each, at) => ({ ...each, url: `${base}/annexes/${annexIds[at]}` })),
  };
}

function viewTrial(
  deps: Pick<Deps, 'config'>,
  tried: Awaited<ReturnType<typeof triedRoleOf>>,
  { id, base, acceptLanguage }: { id: string; base: string; acceptLanguage: string | undefined },
) {
  const session = {
    ...tried,
    link: { id },
    state: 'open' as const,
    signatureImages: [],
    attachments: [],
    consentVersion: null,
    agreedDisclosure: null,
    statement: null,
    shownHash: '',
  };
  const signer = signerOf(session)?.name ?? null;
  const consent = chooseConsentText(consentLevelOf(session), acceptLanguage, signer);
  const language = readAcceptedLanguage(acceptLanguage) ?? 'en';
  const view = viewSigning(session, { consent, base, language, config: deps.config });
  return { ...view, documents: view.documents.map((document) => ({ ...document, firstPageUrl: null })) };
}

/** A document of a draft with the form that it would start with, made anew each time. */
export async function readTriedDocument(
  deps: FileDeps & Pick<Deps, 'config' | 'intake'>,
  guest: DesignGuest,
  { roleId, documentId }: { roleId: number; documentId: number },
) {
  const { facts } = await findTriedRole(deps, guest, roleId);
  const { document, update, sha256 } = await prepareTried(deps, facts, documentId);
  return viewTried(document, { updates: [update], sha256 });
}

/** A file for information of the draft. */
export async function readTriedAnnex(
  deps: Pick<Deps, 'config' | 'database'>,
  guest: DesignGuest,
  { roleId, annexId }: { roleId: number; annexId: number },
) {
  const { facts } = await findTriedRole(deps, guest, roleId);
  const { file_id: fileId, name } = findAnnex(facts.annexes, annexId);
  return { fileId, name };
}

function viewTried(
  { original_file_id: fileId, name }: WorkflowFacts['documents'][number],
  { updates, sha256 }: { updates: Uint8Array[]; sha256: Buffer },
) {
  return { fileId, name, appended: { updates: updates.map((each) => Buffer.from(each)), sha256 } };
}

/** What the sender has filled in on the page of a recipient. */
export interface TriedAnswers {
  roleId: number;
  documentId: number;
  answers: readonly { fieldId: number; value: string | null }[];
  /** As base64 of a PNG. */
  signature: string | null;
  initials: string | null;
  timeZone: string;
  requester: Requester;
}

/**
 * A document of a draft as the check before the last press would show it with these answers; the code of the signature
 * says that it is none. Nothing is stored.
 */
export async function previewAsSigner(
  deps: SignDeps & Pick<Deps, 'intake'>,
  guest: DesignGuest,
  { roleId, documentId, timeZone, ...tried }: TriedAnswers,
) {
  requireTimeZone(timeZone);
  const { facts, action, recipient, fields, findMissing } = await findTriedRole(deps, guest, roleId);
  if (action.type !== 'sign') throw noSuchRole();
  const answered = withAnswers(fields, tried);
  const undrawable = findUndrawableAnswers(answeredFieldsOf({ fields: answered }), findMissing);
  requireComplete({ fields: answered, undrawable });
  const pictures = await readPictures(deps, tried);
  const { document, update } = await prepareTried(deps, facts, documentId);
  const file = facts.files.find((each) => each.documentId === documentId);
  const original = await openUnverifiedFile(deps, assertPresent(file, 'the file of a document').original);
  try {
    const source = joinedSource([original, update]);
    const actedAt = deps.clock.now();
    const work = {
      ...{ facts, action, actedAt, timeZone },
      answers: contentAt({ facts, fields: answered }, { at: actedAt, timeZone }).shown,
      images: [],
      trail: { events: 0, head: '' },
      contentsBytes: contentsBytesFor(deps, { facts, recipient }, LEAVES_MAX[0]),
    };
    const signed = previewDraft(deps, work, { documentId, source, pictures });
    return viewTried(document, { updates: [update, signed.update], sha256: signed.sha256 });
  } catch (error) {
    return asRefusal(error);
  } finally {
    original.close();
  }
}

/** The signature and the initials, by kind, as they would be stored. */
async function readPictures(
  deps: Parameters<typeof readSignaturePicture>[0],
  { requester, ...images }: Pick<TriedAnswers, 'initials' | 'requester' | 'signature'>,
): Promise<Map<string, Uint8Array>> {
  const pictures = new Map<string, Uint8Array>();
  for (const kind of ['signature', 'initials'] as const) {
    const png = images[kind];
    if (png !== null) pictures.set(kind, await readSignaturePicture(deps, { png, requester }));
  }
  return pictures;
}

/** The fields with the answers of a trial; a signature or initials are named by their kind. */
function withAnswers(
  fields: WorkflowFacts['fields'],
  { answers, ...pictures }: Pick<TriedAnswers, 'answers' | 'initials' | 'signature'>,
) {
  const values = new Map(answers.map(({ fieldId, value }) => [fieldId, readAnswer(value)]));
  const foreign = answers.find(({ fieldId }) => !fields.some(({ id }) => id === fieldId));
  if (foreign) throw new Refusal('NOT_FOUND', 'There is no such field for this recipient here.');
  return fields.map((field) => {
    const { id, type, read_only: readOnly } = field;
    if (!isAnswered({ type, readOnly })) return field;
    const value = values.get(id) ?? null;
    if (type !== 'signature' && type !== 'initials') return { ...field, value };
    if (value !== null && pictures[type] === null) throw invalid({ [type]: 'Send the picture, too.' });
    return { ...field, value: value === null ? null : type };
  });
}

async function findTriedRole(deps: Pick<Deps, 'config' | 'database'>, guest: DesignGuest, roleId: number) {
  const { record, mayEdit } = await readDesign(deps, guest);
  return triedRoleOf(
    deps,
    mayEdit ? await findWorkflowFacts(deps.database, record.workflow.id) : null,
    roleId,
  );
}

async function triedRoleOf(
  deps: Pick<Deps, 'config' | 'database'>,
  facts: WorkflowFacts | null,
  roleId: number | undefined,
) {
  const action = facts?.actions.find((each) => each.role_id === roleId);
  const stored = facts?.recipients.find(({ id }) => id === action?.recipient_id);
  if (!facts || !action || !stored) throw noSuchRole();
  const { type, organization_id: organizationId } = facts.workflow;
  const levels = await readLevelFactsFor(deps, deps.database, { type, organizationId });
  const recipient = { ...stored, identification: chooseIdentification(type, stored, levels) };
  const findMissing = createMissingCharacterFinder(deps.config);
  const own = facts.fields.filter((field) => field.role_id === roleId);
  return { facts, action, recipient, fields: withDrawableNames(own, recipient, findMissing), findMissing };
}

/** The form with which a document would start. */
async function prepareTried(
  deps: FileDeps & Pick<Deps, 'config' | 'intake'>,
  facts: WorkflowFacts,
  documentId: number,
) {
  const document = facts.documents.find(({ id }) => id === documentId);
  if (!document) throw noSuchRole();
  const documents = await withOriginals(deps.database, [document]);
  const forms = await prepareForms(deps, { source: facts, documents });
  const { form } = assertPresent(forms[0], `the form of document ${documentId}`);
  return { document, ...form };
}

function noSuchRole(): Refusal {
  return new Refusal('NOT_FOUND', 'There is no such recipient in this draft.');
}
