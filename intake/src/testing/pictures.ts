import { crc32, deflateSync } from 'node:zlib';

/** Whole JPEGs of 24 × 16 pixels: one that is read from the top, one that is read in passes. */
export const jpegPicture = Buffer.from(
  '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDABQODxIPDRQSEBIXFRQYHjIhHhwcHj0sLiQySUBMS0dARkVQWnNiUFVtVkVGZIhlbXd7' +
    'gYKBTmCNl4x9lnN+gXz/2wBDARUXFx4aHjshITt8U0ZTfHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8' +
    'fHx8fHx8fHz/wAARCAAQABgDASIAAhEBAxEB/8QAGAAAAwEBAAAAAAAAAAAAAAAAAAYHBAX/xAAbEAEAAAcAAAAAAAAAAAAAAAAA' +
    'BAZCRIGCwv/EABYBAQEBAAAAAAAAAAAAAAAAAAYDBf/EACERAAAFAgcAAAAAAAAAAAAAAAABAgQRA7ESExVicaHh/9oADAMBAAIR' +
    'AxEAPwDlGSUbvTots0ZRlFnSzq6UTEzYI35w3UfFyFRCSBvaXv69BjGP/9k=',
  'base64',
);
export const progressiveJpeg = Buffer.from(
  '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDABQODxIPDRQSEBIXFRQYHjIhHhwcHj0sLiQySUBMS0dARkVQWnNiUFVtVkVGZIhlbXd7' +
    'gYKBTmCNl4x9lnN+gXz/2wBDARUXFx4aHjshITt8U0ZTfHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8' +
    'fHx8fHx8fHz/wgARCAAQABgDASIAAhEBAxEB/8QAGAAAAwEBAAAAAAAAAAAAAAAAAAUGAwT/xAAWAQEBAQAAAAAAAAAAAAAAAAAF' +
    'AgT/2gAMAwEAAhADEAAAAeRktzhGoJI3mf/EABcQAAMBAAAAAAAAAAAAAAAAAAACEAT/2gAIAQEAAQUCMlef/8QAGBEAAgMAAAAA' +
    'AAAAAAAAAAAAAAEDETP/2gAIAQMBAT8BnzZZ/8QAGhEAAgIDAAAAAAAAAAAAAAAAAAECAxIUYf/aAAgBAgEBPwGmOc0jV6f/xAAW' +
    'EAADAAAAAAAAAAAAAAAAAAAAAiD/2gAIAQEABj8CGn//xAAXEAADAQAAAAAAAAAAAAAAAAAAEMFB/9oACAEBAAE/ISdeF//aAAwD' +
    'AQACAAMAAAAQ5w//xAAYEQEAAwEAAAAAAAAAAAAAAAABEBFxsf/aAAgBAwEBPxB0mdI//8QAGREBAAIDAAAAAAAAAAAAAAAAEQAh' +
    'seHw/9oACAECAQE/ELVFxOTc/8QAFhAAAwAAAAAAAAAAAAAAAAAAECDB/9oACAEBAAE/EEao/9k=',
  'base64',
);

/** That JPEG after the start of which a camera wrote how it was held, and more. */
export function heldAs(orientation: number, more = ''): Buffer {
  const head = 'ffe100004578696600004d4d002a00000008000101120003000000010';
  const exif = Buffer.concat([Buffer.from(`${head}00${orientation}000000000000`, 'hex'), Buffer.from(more)]);
  exif.writeUInt16BE(exif.length - 2, 2);
  return Buffer.concat([jpegPicture.subarray(0, 2), exif, jpegPicture.subarray(2)]);
}

/** A PNG by its header and the bytes of its rows, which need not fit. */
export function pngPicture({
  width = 1,
  height = 1,
  rows = Buffer.from([0, 20, 33, 61]),
  depth = 8,
  colourType = 2,
  interlace = 0,
  moreChunks = [],
}: {
  width?: number;
  height?: number;
  rows?: Uint8Array;
  depth?: number;
  colourType?: number;
  interlace?: number;
  moreChunks?: readonly Buffer[];
} = {}): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, colourType, 0, 0, interlace], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    ...moreChunks,
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

export function chunk(type: string, data: Uint8Array): Buffer {
  const typed = Buffer.concat([Buffer.from(type), data]);
  const [length, crc] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  crc.writeUInt32BE(crc32(typed));
  return Buffer.concat([length, typed, crc]);
}
