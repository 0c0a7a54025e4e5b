import { nameFile } from '@paraph/domain';
import { certificateOfSender } from '../evidence/completion-certificate.ts';
import { loadEvidence } from '../evidence/read-evidence.ts';
import { readFileFacts } from '../files/read-file-facts.ts';
import { openWhole } from '../files/serve-file.ts';
import { readAppended } from '../revisions/open-revised-file.ts';
import { listAttachmentsOf } from '../signing/api.ts';
import { contentsOf } from '../workflows/reading/find-workflow-facts.ts';
import type { WorkflowRecord } from '../workflows/reading/read-workflow.ts';
import type { GatherDeps } from './gather-bundle.ts';
import { recordFiles } from './record-steps.ts';

export type ArchivedFile = StoredFile | MadeFile;

interface NamedFile {
  section: 'documents' | 'certificate' | 'evidence' | 'attachments' | 'annexes' | 'sources';
  /** As people read it; made safe when it is written. */
  name: string;
  folder?: string;
}

interface StoredFile extends NamedFile {
  fileId: number;
  appended?: Awaited<ReturnType<typeof readAppended>>;
}

interface MadeFile extends NamedFile {
  content: Buffer;
}

export type ArchiveSection = NamedFile['section'];

type ListFiles = (deps: GatherDeps, record: WorkflowRecord) => Promise<readonly ArchivedFile[]>;

/** In the order in which they are listed. */
const SECTIONS: Readonly<Record<ArchiveSection, ListFiles>> = {
  documents: documentFiles,
  certificate: async (deps, { workflow }) => {
    const { fileId, fileName: name } = await certificateOfSender(deps, workflow);
    return [{ section: 'certificate', name, fileId }];
  },
  evidence: async (deps, { workflow }) => {
    const [evidence] = recordFiles(await loadEvidence(deps, workflow.id));
    return evidence ? [{ section: 'evidence', ...evidence }] : [];
  },
  attachments: attachedFiles,
  annexes: async (_deps, { annexes }) =>
    annexes.map(({ name, file_id: fileId }) => ({ section: 'annexes', name, folder: 'annexes', fileId })),
  sources: async (_deps, record) => sourceFiles(record),
};
const ALL_SECTIONS = Object.keys(SECTIONS) as ArchiveSection[];

/**
 * The files of a workflow that has ended: its documents, the certificate, the record, what signers attached, files for
 * information, and what documents were made of.
 *
 * @throws ShownFault naming every inconsistency of the evidence
 */
export async function listArchivedFiles(
  deps: GatherDeps,
  record: WorkflowRecord,
  wanted: readonly ArchiveSection[] = ALL_SECTIONS,
): Promise<ArchivedFile[]> {
  const files: ArchivedFile[] = [];
  for (const section of ALL_SECTIONS)
    if (wanted.includes(section)) files.push(...(await SECTIONS[section](deps, record)));
  return files;
}

/** As they are now: sealed, or with the signatures that were given before it ended otherwise. */
async function documentFiles(deps: GatherDeps, record: WorkflowRecord): Promise<StoredFile[]> {
  const { workflow, documents } = record;
  const contents = contentsOf(record);
  return Promise.all(
    documents.map(async ({ id, name, sealed_file_id: sealedId, original_file_id: originalId }) => {
      const fileId = workflow.status === 'signed' ? (sealedId ?? originalId) : originalId;
      const appended = fileId === originalId ? await readAppended(deps.database, id) : null;
      return { section: 'documents', name: nameFile(name, contents, 'en'), fileId, appended };
    }),
  );
}

/** What documents were made of, as it was sent. */
function sourceFiles({ documents }: WorkflowRecord): StoredFile[] {
  return documents.flatMap(({ source, source_file_id: fileId }): StoredFile[] =>
    source && fileId !== null ? [{ section: 'sources', name: source.name, folder: 'sources', fileId }] : [],
  );
}

async function attachedFiles(deps: GatherDeps, { recipients }: WorkflowRecord): Promise<StoredFile[]> {
  const attachments = await listAttachmentsOf(
    deps.database,
    recipients.map(({ id }) => id),
  );
  return attachments.map(({ name, file_id: fileId, recipient_id: recipientId }) => {
    const from = recipients.find(({ id }) => id === recipientId)?.name ?? '';
    return { section: 'attachments', name: `${from} - ${name}`, folder: 'attachments', fileId };
  });
}

/** What is known of its bytes without reading them, and how they are read, each chunk verified. */
export async function openArchived(deps: GatherDeps, { fileId, appended = null }: StoredFile) {
  const file = (await readFileFacts(deps.database, [fileId])).get(fileId);
  if (!file) throw new Error(`there is no file ${fileId}`);
  const more = (appended?.updates ?? []).reduce((sum, { length }) => sum + length, 0);
  return {
    size: file.size + more,
    sha256: (appended ?? file).sha256,
    read: () => openWhole(deps, { file, appended }),
  };
}
