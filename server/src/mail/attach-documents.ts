import {
  attachesDocument,
  formatMessage,
  LIMITS,
  type MailKind,
  nameFile,
  sayFileContents,
} from '@paraph/domain';
import { contentsOf, type FactFile, type WorkflowFacts } from '../workflows/reading/find-workflow-facts.ts';
import { sanitizeBody, sanitizeFileName } from './sanitize-user-text.ts';
import type { MailTexts } from './texts/mail-texts.ts';

export interface MailFile {
  name: string;
  file: FactFile;
  /** Whose revisions are attached with it; null where the file is whole. */
  documentId: number | null;
}

interface Attached {
  files: readonly MailFile[];
  notes: readonly string[];
}

const SEALED = { kind: 'sealed' } as const;

/**
 * Invitations carry the documents as they are now, completions the sealed files, unless preference or size forbid it;
 * the note says what they are.
 */
export function attachDocuments(kind: MailKind, facts: WorkflowFacts, texts: MailTexts): Attached {
  const nothing: Attached = { files: [], notes: [] };
  const isSealed = kind === 'completed' || (kind === 'followed_end' && facts.workflow.status === 'signed');
  if (!isSealed && kind !== 'invitation' && kind !== 'followed_start') return nothing;
  if (!attachesDocument(facts.workflow.preferences)) return nothing;
  const contents = isSealed ? SEALED : contentsOf(facts);
  const attached = facts.files.flatMap(({ documentId, original, current, sealed }) => {
    const file: FactFile | null = isSealed ? sealed : original;
    if (!file) return [];
    const title = facts.documents.find(({ id }) => id === documentId)?.name ?? facts.title;
    const name = nameFile(sanitizeFileName(title), contents, texts.language);
    const size = isSealed ? file.size : current.size;
    return [{ name, file, size, documentId: isSealed ? null : documentId }];
  });
  if (attached.length === 0) return nothing;
  const size = attached.reduce((sum, each) => sum + each.size, 0);
  const isTooLarge = size > LIMITS.mailAttachmentBytesMax;
  const values = {
    count: attached.length,
    contents: sanitizeBody(sayFileContents(contents, texts.language)),
    size: (size / 1_000_000).toFixed(1),
  };
  const message = isTooLarge ? texts.tooLarge : texts.attached;
  const note = formatMessage(message, values, { language: texts.locale });
  return { files: isTooLarge ? [] : attached, notes: [note] };
}
