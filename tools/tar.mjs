import { gzipSync } from 'node:zlib';

const BLOCK_BYTES = 512;
const PATH_BYTES_MAX = 100;
/** All files are of 1980: a zip, into which others pack them again, cannot name an earlier time. */
const EPOCH_SECONDS = 315_619_200;

/**
 * A tar archive (POSIX ustar), packed by gzip. The same files make the same bytes: no times, no owners.
 *
 * @param {readonly { path: string, content: Buffer }[]} files paths of at most 100 bytes
 * @returns {Buffer}
 */
export function writeTarGz(files) {
  const blocks = files.flatMap(({ path, content }) => [
    headerOf(path, content.length),
    content,
    Buffer.alloc((BLOCK_BYTES - (content.length % BLOCK_BYTES)) % BLOCK_BYTES),
  ]);
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(2 * BLOCK_BYTES)]), { level: 9 });
}

function headerOf(path, size) {
  const header = Buffer.alloc(BLOCK_BYTES);
  if (Buffer.byteLength(path) > PATH_BYTES_MAX)
    throw new Error(`The path ${path} is too long for an archive.`);
  header.write(path, 0);
  const octal = (value, offset, length) =>
    header.write(`${value.toString(8).padStart(length - 1, '0')}\0`, offset);
  octal(0o644, 100, 8);
  octal(0, 108, 8);
  octal(0, 116, 8);
  octal(size, 124, 12);
  octal(EPOCH_SECONDS, 136, 12);
  header.write('        ', 148);
  header.write('0', 156);
  header.write('ustar\u000000', 257, 'latin1');
  octal(
    header.reduce((sum, byte) => sum + byte, 0),
    148,
    7,
  );
  return header;
}
