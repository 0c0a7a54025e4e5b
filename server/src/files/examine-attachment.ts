import type { AttachmentFormat } from '@paraph/domain';
import { openIntakeBudget } from '@paraph/intake';
import type { StoredBlob } from '@paraph/storage';
import type { Deps } from '../deps.ts';
import type { UploadedFile } from '../http/multipart.ts';
import { storeBytes, storeUpload } from './store-file.ts';

export type StoredAttachment =
  | { kind: 'accepted'; format: AttachmentFormat; blob: StoredBlob }
  /** `finding`: what a scanner has recognized in it. */
  | { kind: 'refused'; reason: string; finding: string | null };

/**
 * Examines a file that a signer attaches in a limited child process, and makes its bytes durable: those of a PDF as
 * they were sent, those of a picture without metadata.
 *
 * @throws Refusal `SERVICE_UNAVAILABLE` when the machine is too busy to read it
 */
export async function storeAttachment(
  deps: Pick<Deps, 'blobs' | 'intake'>,
  upload: UploadedFile,
): Promise<StoredAttachment> {
  const { path, requester } = upload;
  const answer = await deps.intake.run(
    { kind: 'attachment', path },
    { requester, budget: openIntakeBudget() },
  );
  switch (answer.kind) {
    case 'pdf':
      return { kind: 'accepted', format: 'pdf', blob: await storeUpload(deps, upload) };
    case 'picture': {
      const blob = await storeBytes(deps, Buffer.from(answer.bytes, 'base64'));
      return { kind: 'accepted', format: answer.format, blob };
    }
    case 'refused':
      return {
        kind: 'refused',
        reason: answer.reasons[0] ?? 'It is damaged.',
        finding: answer.finding ?? null,
      };
    default:
      throw new Error(`the intake answered ${answer.kind} where an attachment was to be examined`);
  }
}
