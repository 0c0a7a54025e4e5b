import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Deps } from '../deps.ts';
import type { Requester } from '../http/requester.ts';
import { newKey } from '../platform/ids.ts';
import { openIntakeBudget } from './intake-budget.ts';
import type { PictureRequest } from './intake-messages.ts';

export type ExaminedPicture =
  | { kind: 'accepted'; format: 'png' | 'jpeg'; bytes: Buffer }
  | { kind: 'refused'; reason: string };

type About = Omit<PictureRequest, 'kind' | 'path'> & { requester: Requester };

/**
 * Decodes a picture in a limited child process: returns its sanitized form, or why it is refused.
 *
 * @throws Refusal `SERVICE_UNAVAILABLE` when the machine is too busy to read it
 */
export async function examinePicture(
  { intake }: Pick<Deps, 'intake'>,
  path: string,
  { requester, ...about }: About,
): Promise<ExaminedPicture> {
  const answer = await intake.run(
    { kind: 'picture', path, ...about },
    { requester, budget: openIntakeBudget() },
  );
  if (answer.kind === 'picture') {
    return { kind: 'accepted', format: answer.format, bytes: Buffer.from(answer.bytes, 'base64') };
  }
  if (answer.kind === 'refused') return { kind: 'refused', reason: answer.reasons[0] ?? 'it is damaged.' };
  throw new Error(`the intake answered ${answer.kind} where a picture was to be examined`);
}

/** For bytes from a JSON body; they are written to disk while the request is queued. */
export async function examinePictureBytes(
  deps: Pick<Deps, 'blobs' | 'ids' | 'intake'>,
  bytes: Uint8Array,
  about: About,
): Promise<ExaminedPicture> {
  const path = join(deps.blobs.incomingDir, `picture-${newKey(deps.ids)}`);
  await writeFile(path, bytes, { mode: 0o600, flag: 'wx' });
  try {
    return await examinePicture(deps, path, about);
  } finally {
    await rm(path, { force: true });
  }
}
