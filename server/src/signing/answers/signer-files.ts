import type { Reads } from '../../platform/database.ts';
import { findWorkflowFacts } from '../../workflows/reading/find-workflow-facts.ts';
import { findSignatureImageByFile, listSignatureImageFileIds } from '../session/session-store.ts';
import { findAttachmentByFile, listAttachmentFileIds } from './attachment-store.ts';

/** The files of all signature images and attachments of a workflow. */
export async function listSignerFiles(reads: Reads, workflowId: number): Promise<number[]> {
  const facts = await findWorkflowFacts(reads, workflowId);
  const recipientIds = facts?.recipients.map(({ id }) => id) ?? [];
  return [
    ...(await listSignatureImageFileIds(reads, recipientIds)),
    ...(await listAttachmentFileIds(reads, recipientIds)),
  ];
}

/** The recipient whose signature image or attachment a stored file is; null when it is neither. */
export async function findSignerOfFile(
  reads: Reads,
  fileId: number,
): Promise<{ recipientId: number; part: 'mark' | 'attachment' } | null> {
  const image = await findSignatureImageByFile(reads, fileId);
  if (image) return { recipientId: image.recipient_id, part: 'mark' };
  const attachment = await findAttachmentByFile(reads, fileId);
  return attachment && { recipientId: attachment.recipient_id, part: 'attachment' };
}
