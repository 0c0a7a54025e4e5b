import { NO_RULES, type SigningLanguage, type TemplateField } from '@paraph/domain';
import type { Selectable } from 'kysely';
import type { ProfileRow } from '../../accounts/api.ts';
import { entryOfJson, type LedgerEntry } from '../../audit/api.ts';
import type { Brand } from '../../brands/api.ts';
import { type JsonRow, timeOf } from '../../database/json-rows.ts';
import type {
  ActionRow,
  AnnexRow,
  DocumentRow,
  FieldRow,
  FollowerRow,
  RecipientRoleRow,
  RecipientRow,
  StepRow,
  WorkflowRow,
} from '../../database/rows.generated.ts';
import { type FileFacts, type FileJson, factsOfJson } from '../../files/read-file-facts.ts';
import { type RevisionFacts, toRevision } from '../../revisions/api.ts';
import type { AccessRow, WorkspaceUserJson } from '../../workspaces/api.ts';

// What a reading of workflows returns (`readWorkflows` in workflow-reading-store.ts).

/** A document without what the intake says of it. */
export type DocumentFacts = Omit<Selectable<DocumentRow>, 'contents'>;

/** The rows of a workflow and of everything that belongs to it, in their order. */
export interface WorkflowRows {
  workflow: Selectable<WorkflowRow>;
  documents: DocumentFacts[];
  recipients: Selectable<RecipientRow>[];
  roles: Selectable<RecipientRoleRow>[];
  steps: Selectable<StepRow>[];
  actions: Selectable<ActionRow>[];
  fields: Selectable<FieldRow>[];
  followers: Selectable<FollowerRow>[];
  annexes: Selectable<AnnexRow>[];
}

/** What those who change it need. */
export interface WorkflowRecord extends WorkflowRows {
  documents: Selectable<DocumentRow>[];
  /** Where its trail ended when the record was read. */
  ledger?: LedgerEntry | null;
}

/** A record without rows, in which ids count from 1 in each list. What may be null may be absent, but for its state. */
export type PlannedRecord = Omit<WorkflowRecord, 'workflow'> & {
  workflow: Omit<Head, Nullable> & Partial<Pick<Head, Nullable>>;
};
type Head = Selectable<WorkflowRow>;
type State = 'old_status' | 'started_at' | 'ended_at' | 'blocked_cause';
type Nullable = {
  [Column in keyof Head]: null extends Head[Column] ? Column : never;
}[Exclude<keyof Head, State>];

/** The row of a field as the rules name its columns. */
export function placedFieldOf(row: WorkflowRows['fields'][number]): TemplateField {
  const { document_id: documentId, role_id: roleId } = row;
  const { read_only: readOnly, pos_x: posX, pos_y: posY, pdf_field_name: pdfFieldName } = row;
  const { id, type, label, required, page, width, height, value, style, rules } = row;
  const complete = { ...NO_RULES, ...rules };
  const content = { type, label, required, readOnly, value, style, rules: complete, pdfFieldName };
  return { id, documentId, roleId, page, posX, posY, width, height, ...content };
}

/** What can be read besides. */
export interface SectionValues {
  /** Documents with the findings of the intake, which are long where they bring a form along. */
  intake: unknown;
  /** Where its trail ends. */
  ledger: LedgerEntry | null;
  files: FactFiles[];
  /** How long each document is now, by its id. */
  sizes: ReadonlyMap<number, number>;
  /** Who sends it, for mails and for signers. */
  sender: Sender;
  /** The accounts of its creator and of its recipients, as far as they have any. */
  people: ProfileRow[];
  /** Its organization, its tags, and who is in its workspace. */
  workspace: WorkspaceFacts;
  /** The role of a user in its workspace: whether they may see it is for the caller to decide. */
  access: AccessRow | null;
}

/** The files of a document. */
export interface FactFiles {
  documentId: number;
  original: FactFile;
  sealed: FactFile | null;
  /** The document as it is now: the sealed file once the workflow is signed, else the latest revision. */
  current: Pick<FactFile, 'sha256' | 'size'>;
  /** In their order; none in a draft. */
  revisions: readonly RevisionFacts[];
}

export type FactFile = Pick<FileFacts, 'blobKey' | 'id' | 'sha256' | 'size'>;

interface Sender {
  creator: { name: string; email: string; language: SigningLanguage | null } | null;
  organization: string;
  /** Whether the organization has switched a trust service provider of its own on. */
  hasTrustProvider: boolean;
  /** How the organization shows itself, as it is published. */
  brand: Brand | null;
  /** The host of its own that links name; null: that of the instance. */
  linkHost: string | null;
}

interface WorkspaceFacts {
  organization: string;
  tags: { id: number; name: string; color: string }[];
  users: WorkspaceUserJson[];
}

export type SectionName = keyof SectionValues;

/** The sections of a reading; `access` names the user. */
export type Sections = { readonly [Name in Exclude<SectionName, 'access'>]?: true } & {
  readonly access?: number;
};

/** A workflow with these sections. */
export type WorkflowWith<Names extends SectionName> = WorkflowRows &
  ('intake' extends Names ? Pick<WorkflowRecord, 'documents'> : unknown) &
  Pick<SectionValues, Exclude<Names, 'intake'>>;

export type ViewedWorkflow = WorkflowWith<'sizes' | 'people' | 'workspace'>;
export type SummarizedWorkflow = WorkflowWith<'sizes' | 'people'>;

type ListName = Exclude<keyof WorkflowRows, 'workflow'>;
type RowLists = { [List in ListName]: JsonRow<WorkflowRecord[List][number]>[] };

/** Rows as PostgreSQL writes them in JSON, in no order, of all workflows that are read. */
export interface Reading extends RowLists {
  workflows: JsonRow<Selectable<WorkflowRow>>[];
  ledger?: JsonRow<LedgerEntry>[];
  files?: FilesJson[];
  fileSizes?: { id: number; size: number }[];
  latestSizes?: { documentId: number; size: number }[];
  sender?: (Sender & { id: number })[];
  people?: ProfileRow[];
  organizations?: { id: number; name: string }[];
  tagged?: { workflow_id: number; tag_id: number }[];
  tags?: WorkspaceFacts['tags'];
  users?: WorkspaceUserJson[];
  access?: AccessRow[];
}

interface FilesJson {
  documentId: number;
  original: FileJson | null;
  sealed: FileJson | null;
  revisions: JsonRow<RevisionFacts>[];
}

// Rows are sorted here: in the statement, each sort would be two more nodes of its plan.
const byPosition = (a: { position: number }, b: { position: number }) => a.position - b.position;
const byOrder = (a: { step_order: number }, b: { step_order: number }) => a.step_order - b.step_order;
export const byId = (a: { id: number }, b: { id: number }) => a.id - b.id;

export function toWorkflows(json: Reading): WorkflowRows[] {
  const documents = byWorkflow(json.documents.sort(byPosition));
  const recipients = byWorkflow(json.recipients.sort(byPosition));
  const roles = byWorkflow(json.roles.sort(byId));
  const steps = byWorkflow(json.steps.sort(byOrder));
  const actions = byWorkflow(json.actions.sort(byId));
  const fields = byWorkflow(json.fields.sort(byPosition));
  const followers = byWorkflow(json.followers.sort(byPosition));
  const annexes = byWorkflow(json.annexes.sort(byPosition));
  const sectionsOf = toSections(json);
  return json.workflows.map((row) => {
    const workflow = {
      ...row,
      created_at: timeOf(row.created_at),
      expires_at: timeOf(row.expires_at),
      started_at: timeOf(row.started_at),
      scheduled_start_at: timeOf(row.scheduled_start_at),
      ended_at: timeOf(row.ended_at),
      filed_at: timeOf(row.filed_at),
      changed_at: timeOf(row.changed_at),
    };
    const rows = {
      workflow,
      documents: documents(row.id),
      recipients: recipients(row.id),
      roles: roles(row.id),
      steps: steps(row.id).map((step) => ({ ...step, expires_at: timeOf(step.expires_at) })),
      actions: actions(row.id).map((action) => {
        const { asked_at: asked, reminded_at: reminded, reminder_due_at: due } = action;
        const times = {
          asked_at: timeOf(asked),
          reminded_at: timeOf(reminded),
          reminder_due_at: timeOf(due),
        };
        return { ...action, ...times, acted_at: timeOf(action.acted_at) };
      }),
      fields: fields(row.id),
      followers: followers(row.id).map(toFollower),
      annexes: annexes(row.id).map((annex) => ({ ...annex, added_at: timeOf(annex.added_at) })),
    };
    return { ...rows, ...sectionsOf(rows) };
  });
}

function toFollower(row: RowLists['followers'][number]): WorkflowRows['followers'][number] {
  return { ...row, opened_at: timeOf(row.opened_at), stopped_at: timeOf(row.stopped_at) };
}

function byWorkflow<Row extends { workflow_id: number }>(rows: readonly Row[]): (id: number) => Row[] {
  const lists = Map.groupBy(rows, ({ workflow_id: id }) => id);
  return (id) => lists.get(id) ?? [];
}

/** The sections of one workflow, of those that were read. */
function toSections(json: Reading): (rows: WorkflowRows) => Partial<SectionValues> {
  const ledger = new Map(json.ledger?.map((entry) => [entry.workflow_id, entryOfJson(entry)]));
  const files = new Map(json.files?.map((file) => [file.documentId, file]));
  const sender = new Map(json.sender?.map(({ id, ...each }) => [id, each]));
  const [sizeOf, peopleOf, workspaceOf] = [toSizes(json), toPeople(json), toWorkspaces(json)];
  return (rows) => {
    const { id, status, workspace_id: workspaceId } = rows.workflow;
    const toFile = (each: DocumentFacts) => toFiles(each.id, files.get(each.id), status === 'signed');
    return {
      ...(json.ledger && { ledger: ledger.get(id) ?? null }),
      ...(json.files && { files: rows.documents.map(toFile) }),
      ...(json.fileSizes && { sizes: new Map(rows.documents.map((each) => [each.id, sizeOf(rows, each)])) }),
      ...(json.sender && { sender: { ...NO_SENDER, ...sender.get(id) } }),
      ...(json.people && { people: peopleOf(rows) }),
      ...(json.organizations && { workspace: workspaceOf(rows) }),
      ...(json.access && { access: json.access.find((each) => each.workspaceId === workspaceId) ?? null }),
    };
  };
}

const NO_SENDER: Sender = {
  creator: null,
  organization: '',
  hasTrustProvider: false,
  brand: null,
  linkHost: null,
};

/** The size of the file that is the current one of `toFiles`. */
function toSizes({ fileSizes = [], latestSizes = [] }: Reading) {
  const sizes = new Map(fileSizes.map(({ id, size }) => [id, size]));
  const latest = new Map(latestSizes.map(({ documentId, size }) => [documentId, size]));
  return (
    { workflow }: WorkflowRows,
    { id, original_file_id: original, sealed_file_id: sealed }: DocumentFacts,
  ) => {
    const isSealed = workflow.status === 'signed' && sealed !== null;
    return (isSealed ? sizes.get(sealed) : latest.get(id)) ?? sizes.get(original) ?? 0;
  };
}

function toPeople({ people = [] }: Reading) {
  const byUser = new Map(people.map((each) => [each.id, each]));
  const byEmail = new Map(people.map((each) => [each.email_key, each]));
  return ({ workflow, recipients }: WorkflowRows) =>
    [byUser.get(workflow.creator_id), ...recipients.map((each) => byEmail.get(each.email_key))].filter(
      (each) => each !== undefined,
    );
}

function toWorkspaces({ organizations = [], tagged = [], tags = [], users = [] }: Reading) {
  const names = new Map(organizations.map(({ id, name }) => [id, name]));
  const tagIds = Map.groupBy(tagged, ({ workflow_id: id }) => id);
  const usersOf = Map.groupBy(users, ({ workspaceId }) => workspaceId);
  return ({ workflow }: WorkflowRows) => {
    const ids = new Set(tagIds.get(workflow.id)?.map(({ tag_id: tagId }) => tagId));
    return {
      organization: names.get(workflow.organization_id) ?? '',
      tags: tags.filter(({ id }) => ids.has(id)),
      users: usersOf.get(workflow.workspace_id) ?? [],
    };
  };
}

function toFiles(documentId: number, json: FilesJson | undefined, isSigned: boolean): FactFiles {
  if (!json?.original) throw new Error(`document ${documentId} has lost its file`);
  const facts = {
    documentId,
    original: factsOfJson(json.original),
    sealed: json.sealed && factsOfJson(json.sealed),
    revisions: json.revisions.map(toRevision),
  };
  const current = (isSigned ? facts.sealed : null) ?? facts.revisions.at(-1) ?? facts.original;
  return { ...facts, current };
}
