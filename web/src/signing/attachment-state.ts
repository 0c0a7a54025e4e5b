import { LIMITS } from '@paraph/domain';

/** For the file dialog; phones offer their camera, too. */
export const ATTACHMENT_TYPES = 'application/pdf,image/png,image/jpeg';

/** What keeps a file from being attached, as far as the browser can see; null for nothing. */
export type FileProblem = 'empty' | 'tooLarge' | 'kind';

const STARTS = [
  [0x25, 0x50, 0x44, 0x46, 0x2d],
  [0x89, 0x50, 0x4e, 0x47],
  [0xff, 0xd8, 0xff],
] as const;

export async function findFileProblem(file: Blob): Promise<FileProblem | null> {
  if (file.size === 0) return 'empty';
  if (file.size > LIMITS.attachmentBytesMax) return 'tooLarge';
  const start = new Uint8Array(await file.slice(0, 5).arrayBuffer());
  const isSupported = STARTS.some((bytes) => bytes.every((byte, index) => start[index] === byte));
  return isSupported ? null : 'kind';
}
