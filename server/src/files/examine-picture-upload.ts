import { invalid, LIMITS, Refusal } from '@paraph/domain';
import type { PictureRequest } from '@paraph/intake';
import type { Deps } from '../deps.ts';
import type { UploadedFile } from '../http/multipart.ts';
import { type ExaminedPicture, examinePicture } from './examine-picture.ts';

const PIXELS_MAX = { avatar: LIMITS.picturePixelsMax, stamp: LIMITS.stampPixelsMax } as const;

/**
 * The sanitized form of a picture that was uploaded as the part "picture".
 *
 * @throws Refusal `VALIDATION_ERROR`, `DOCUMENT_TOO_LARGE`, `SERVICE_UNAVAILABLE`
 */
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
