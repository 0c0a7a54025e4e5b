import { LIMITS } from '@paraph/domain';

const SVG = 'image/svg+xml';
/** Sharp on paper too, and no larger than what the server keeps. */
const SIDE = 900;

/**
 * The picture to send for a logo. An SVG is a program: it is drawn here, as an image, in which nothing runs and nothing
 * is loaded, and its pixels alone leave the browser. Null where the file cannot be shown or is too large.
 */
export async function drawLogo(file: File): Promise<Blob | null> {
  if (file.size > LIMITS.pictureBytesMax) return null;
  if (file.type !== SVG) return file;
  const url = URL.createObjectURL(file);
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    // One without a size of its own gets that of a square.
    const { naturalWidth: width = 0, naturalHeight: height = 0 } = image;
    const scale = SIDE / Math.max(width, height, 1);
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round((width || 1) * scale));
    canvas.height = Math.max(1, Math.round((height || 1) * scale));
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
  } catch {
    return null;
  } finally {
    URL.revokeObjectURL(url);
  }
}
