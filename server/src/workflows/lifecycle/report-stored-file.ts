import type { Reads } from '../../database/database.ts';
import type { Deps } from '../../deps.ts';
import { consumeNewFinding } from '../../files/check-stored-file.ts';
import { type FileOwner, findDocumentOfFile, findWorkflowOfRecipient } from '../store/document-store.ts';
import { lockWorkflow } from './advance-workflow.ts';
import { recordWorkflowEvents, SERVICE } from './record-workflow-events.ts';

type ReportDeps = Pick<Deps, 'clock' | 'config' | 'database' | 'vault'> & {
  /** The recipient whose signature image or attachment a file is: these belong to a higher room. */
  findSignerOfFile(
    reads: Reads,
    fileId: number,
  ): Promise<{ recipientId: number; part: 'mark' | 'attachment' } | null>;
};

/**
 * Records in a workflow's timeline, once, that one of its stored files is damaged, missing or intact again; the event
 * causes a mail to the sender. Other files are only reported to the operator, by the log and `doctor`.
 */
export async function reportStoredFile(deps: ReportDeps, fileId: number): Promise<void> {
  const owner = await findFileOwner(deps, fileId);
  await deps.database.transaction().execute(async (tx) => {
    if (owner) await lockWorkflow(tx, owner.workflowId);
    const finding = await consumeNewFinding(tx, fileId);
    if (finding === undefined || !owner) return;
    const { workflowId, documentId, name, kind } = owner;
    const detail = { fileId, documentId, part: kind, finding, cause: describe(owner, finding) };
    const event = finding === null ? 'file.restored' : 'file.damaged';
    const events = [{ name: event, actor: SERVICE, detail: { ...detail, name } } as const];
    await recordWorkflowEvents(tx, deps, { workflowId, events });
  });
}

/** What a stored file is of; null where no workflow has it. */
export async function findFileOwner(
  { database, findSignerOfFile }: Pick<ReportDeps, 'database' | 'findSignerOfFile'>,
  fileId: number,
): Promise<FileOwner | null> {
  const owner = await findDocumentOfFile(database, fileId);
  if (owner) return owner;
  const signer = await findSignerOfFile(database, fileId);
  const recipient = signer && (await findWorkflowOfRecipient(database, signer.recipientId));
  return recipient && { ...recipient, documentId: null, kind: signer.part };
}

const FILE_NAMES: Readonly<Record<Exclude<FileOwner['kind'], 'annex'>, string>> = {
  original: 'The original',
  sealed: 'The sealed file',
  thumbnail: 'The picture of the first page',
  source: 'The file that was sent',
  mark: 'The signature',
  attachment: 'An attachment',
};

/** One sentence on a file and the finding. */
export function describe({ kind, name }: FileOwner, finding: 'damaged' | 'missing' | null): string {
  const what = kind === 'annex' ? `The annex ${name}` : `${FILE_NAMES[kind]} of ${name}`;
  if (finding === null) return `${what} is whole again.`;
  if (finding === 'missing') return `${what} is missing from storage.`;
  return `${what} is damaged: its bytes are not those that were stored.`;
}
