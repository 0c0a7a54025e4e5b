import type { Selectable } from 'kysely';
import type { MailRow } from '../database/rows.generated.ts';
import type { Deps } from '../deps.ts';
import type { FileDeps } from '../files/check-stored-file.ts';
import { StoredFileFault } from '../files/check-stored-file.ts';
import { readFileFacts } from '../files/read-file-facts.ts';
import { openWhole } from '../files/serve-file.ts';
import type { ZipEntry } from '../platform/zip.ts';
import { readAppended } from '../revisions/open-revised-file.ts';
import type { WorkflowRecord } from '../workflows/reading/read-workflow.ts';

export type ArchiveDeps = FileDeps & Pick<Deps, 'config'>;

/** What the archive is made of, one after the other. */
export type Entries = AsyncGenerator<ZipEntry>;

export function jsonFile(deps: Pick<Deps, 'clock'>, name: string, content: unknown): ZipEntry {
  return {
    name,
    modifiedAt: deps.clock.now(),
    content: Buffer.from(`${JSON.stringify(content, null, 2)}\n`),
  };
}

/** The documents of a workflow as they are now: sealed once it is signed, before that with what people filled in. */
export async function* documentFiles(
  deps: ArchiveDeps,
  folder: string,
  { workflow, documents }: WorkflowRecord,
): Entries {
  for (const document of documents) {
    const sealed = workflow.status === 'signed' ? document.sealed_file_id : null;
    const appended = sealed === null ? await readAppended(deps.database, document.id) : null;
    const fileId = sealed ?? document.original_file_id;
    yield* storedFile(deps, { fileId, appended, name: `${folder}/${pdfName(document)}` });
  }
}

interface Stored {
  fileId: number;
  appended?: Awaited<ReturnType<typeof readAppended>>;
  /** Without its ending where `endsAs` is given. */
  name: string;
  /** Appends the format of the file. */
  endsAs?: 'format';
}

/** A stored file; where it cannot be read, a note in its place, because the rest of the archive is needed as well. */
export async function* storedFile(deps: ArchiveDeps, { fileId, appended, name, endsAs }: Stored): Entries {
  const file = (await readFileFacts(deps.database, [fileId])).get(fileId);
  if (!file) return;
  const named = endsAs ? `${name}.${file.format}` : name;
  const modifiedAt = deps.clock.now();
  try {
    const bytes = await openWhole(deps, { file, appended });
    yield { name: named, modifiedAt, content: bytes, isDense: true };
  } catch (error) {
    if (!(error instanceof StoredFileFault)) throw error;
    yield { name: `${named}.unreadable.txt`, modifiedAt, content: Buffer.from(`${error.message}\n`) };
  }
}

function pdfName({ position, name }: WorkflowRecord['documents'][number]): string {
  return `${position + 1} ${safeName(name).replace(/\.pdf$/i, '')}.pdf`;
}

/** Without what a file system does not allow, or reads as a folder. */
export function safeName(name: string): string {
  const allowed = name.replaceAll(/[\p{Cc}\p{Cf}<>:"/\\|?*]/gu, '_').toWellFormed();
  return [...allowed].slice(0, 100).join('').trim().replace(/^\.+/, '_') || 'document';
}

/** Without its text, which is in the mailbox of the person. */
export function viewMail(mail: Selectable<MailRow>) {
  return {
    workflowId: mail.workflow_id,
    kind: mail.kind,
    to: mail.to_email,
    state: mail.state,
    createdAt: mail.created_at,
    sentAt: mail.sent_at,
  };
}
