import { invalid, LIMITS, Refusal } from '@paraph/domain';
import { type IntakeAnswer, openIntakeBudget, type PictureRequest, type Requester } from '@paraph/intake';
import type { Deps } from '../deps.ts';
import type { UploadedFile } from '../http/multipart.ts';

/** `finding`: what a scanner has recognized in it. */
export type RefusedFile = { kind: 'refused'; reason: string; finding: string | null };
export type ExaminedPicture = { kind: 'accepted'; format: 'png' | 'jpeg'; bytes: Buffer } | RefusedFile;

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
  if (answer.kind === 'refused') return refusedFile(answer, 'it is damaged.');
  throw new Error(`the intake answered ${answer.kind} where a picture was to be examined`);
}

/** Why the intake refuses a file, or that it says nothing. */
export function refusedFile(
  { reasons: [reason], finding }: Extract<IntakeAnswer, { kind: 'refused' }>,
  silence: string,
): RefusedFile {
  return { kind: 'refused', reason: reason ?? silence, finding: finding ?? null };
}

const PIXELS_MAX = { avatar: LIMITS.picturePixelsMax, stamp: LIMITS.stampPixelsMax } as const;

/** The sanitized form of a picture that was uploaded as the field "picture". */
export async function examinePictureUpload(
  deps: Pick<Deps, 'intake'>,
  upload: UploadedFile | null,
  use: Exclude<PictureRequest['use'], 'signature'>,
): Promise<Extract<ExaminedPicture, { kind: 'accepted' }>> {
  if (upload === null) throw invalid({ picture: 'Send the picture as the file part "picture".' });
  if (upload.size > LIMITS.pictureBytesMax) {
    const mib = LIMITS.pictureBytesMax / 1024 / 1024;
    throw new Refusal('DOCUMENT_TOO_LARGE', `A picture may have at most ${mib} MiB; take a smaller one.`, {
      violations: { picture: `Must have at most ${mib} MiB.` },
    });
  }
  const { width: widthMax, height: heightMax } = PIXELS_MAX[use];
  const about = { use, widthMax, heightMax, requester: upload.requester };
  const picture = await examinePicture(deps, upload.path, about);
  if (picture.kind === 'accepted') return picture;
  if (picture.finding !== null) throw invalid({ picture: picture.reason });
  const size = `${widthMax.toLocaleString('en')} × ${heightMax.toLocaleString('en')}`;
  const remedy = 'Save it again in a picture program and send that.';
  throw invalid({
    picture: `Must be a whole PNG or JPEG of at most ${size} pixels: ${picture.reason} ${remedy}`,
  });
}
