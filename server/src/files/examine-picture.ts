import { openIntakeBudget, type PictureRequest, type Requester } from '@paraph/intake';
import type { Deps } from '../deps.ts';

export type ExaminedPicture =
  | { kind: 'accepted'; format: 'png' | 'jpeg'; bytes: Buffer }
  /** `finding`: what a scanner has recognized in it. */
  | { kind: 'refused'; reason: string; finding: string | null };

type About = Omit<PictureRequest, 'kind' | 'file'> & { requester: Requester };

/**
 * Decodes a picture in a limited child process: returns its sanitized form, or why it is refused.
 *
 * @throws Refusal `SERVICE_UNAVAILABLE` when the machine is too busy to read it
 */
export async function examinePicture(
  { intake }: Pick<Deps, 'intake'>,
  file: PictureRequest['file'],
  { requester, ...about }: About,
): Promise<ExaminedPicture> {
  const answer = await intake.run(
    { kind: 'picture', file, ...about },
    { requester, budget: openIntakeBudget() },
  );
  if (answer.kind === 'picture') {
    return { kind: 'accepted', format: answer.format, bytes: Buffer.from(answer.bytes, 'base64') };
  }
  if (answer.kind === 'refused')
    return {
      kind: 'refused',
      reason: answer.reasons[0] ?? 'it is damaged.',
      finding: answer.finding ?? null,
    };
  throw new Error(`the intake answered ${answer.kind} where a picture was to be examined`);
}
