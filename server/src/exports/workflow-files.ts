import { csvLine, distinctNames, type ExportContent, isFinal, safeFileName } from '@paraph/domain';
import {
  type ArchivedFile,
  type ArchiveSection,
  listArchivedFiles,
  openArchived,
} from '../court-bundle/archived-files.ts';
import type { GatherDeps } from '../court-bundle/gather-bundle.ts';
import { toSeconds } from '../platform/clock.ts';
import { sha256 } from '../platform/ids.ts';
import type { ZipEntry } from '../platform/zip.ts';
import { dateText } from '../workflows/reading/export-workflows.ts';
import type { WorkflowFacts } from '../workflows/reading/find-workflow-facts.ts';

const SECTIONS_OF: Readonly<Record<ExportContent, readonly ArchiveSection[]>> = {
  documents: ['documents'],
  certificates: ['certificate'],
  evidence: ['evidence'],
  attachments: ['attachments', 'annexes', 'sources'],
};
/** Made of what has ended. */
const OF_THE_END: readonly ArchiveSection[] = ['certificate', 'evidence'];

export const INDEX_FILE = 'index.csv';
export const INDEX_HEAD = `\ufeff${csvLine([
  ...['id', 'envelope id', 'name', 'status', 'created', 'sent', 'ended', 'sender', 'people'],
  ...['folder', 'files', 'sha-256', 'left out because'],
])}`;

/** What of a workflow goes into an export: its folder, its files, and its line of the index once these were opened. */
export async function gatherWorkflow(
  deps: GatherDeps,
  facts: WorkflowFacts,
  contents: readonly ExportContent[],
): Promise<{ entries: AsyncGenerator<ZipEntry>; line(): string }> {
  const { workflow } = facts;
  const wanted = contents
    .flatMap((each) => SECTIONS_OF[each])
    .filter((section) => isFinal(workflow.status) || !OF_THE_END.includes(section));
  const files = await listArchivedFiles(deps, facts, wanted);
  // The id keeps folders apart, also those of equal names.
  const folder = safeFileName(`${workflow.id} ${workflow.name}`);
  const written: { name: string; sha256: string }[] = [];
  async function* entries(): AsyncGenerator<ZipEntry> {
    const distinct = distinctNames();
    const modifiedAt = workflow.ended_at ?? workflow.started_at ?? workflow.created_at;
    for (const file of files) {
      const below = [...(file.folder ? [file.folder] : []), safeFileName(file.name)].join('/');
      const name = distinct(below);
      const { content, hash } = await openFile(deps, file);
      written.push({ name, sha256: hash.toString('hex') });
      yield { name: `${folder}/${name}`, modifiedAt, content, isDense: true };
    }
  }
  const line = () =>
    csvLine([
      ...[workflow.id, workflow.envelope_id, workflow.name, workflow.status],
      ...[workflow.created_at, workflow.started_at, workflow.ended_at].map((time) =>
        dateText(time && toSeconds(time)),
      ),
      ...[facts.creator.name, facts.recipients.map(({ name, email }) => `${name} <${email}>`).join('; ')],
      ...[written.length > 0 ? folder : null, written.map(({ name }) => name).join('; ')],
      ...[written.map((each) => each.sha256).join('; '), null],
    ]);
  return { entries: entries(), line };
}

/** The line of a workflow that is left out: nothing is said of it but why. */
export function lineWithout(workflowId: number, reason: string): string {
  return csvLine([workflowId, ...Array.from({ length: 11 }, () => null), reason]);
}

async function openFile(deps: GatherDeps, file: ArchivedFile) {
  if ('content' in file) return { content: file.content, hash: sha256(file.content) };
  const opened = await openArchived(deps, file);
  return { content: await opened.read(), hash: opened.sha256 };
}
