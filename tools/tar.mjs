import { gzipSync } from 'node:zlib';

const BLOCK_BYTES = 512;
/** All files are of 1980: a zip, into which others pack them again, cannot name an earlier time. */
const EPOCH_SECONDS = 315_619_200;

/**
 * A tar archive (POSIX ustar), packed by gzip. The same files make the same bytes: no times, no owners.
 *
 * @param {readonly { path: string, content: Buffer }[]} files paths of at most 255 bytes
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
  const { prefix, name } = splitPath(path);
  header.write(name, 0);
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
  header.write(prefix, 345);
  octal(
    header.reduce((sum, byte) => sum + byte, 0),
    148,
    7,
  );
  return header;
}

/** A path of more than 100 bytes is split at a slash into prefix and name. */
function splitPath(path) {
  if (Buffer.byteLength(path) <= 100) return { prefix: '', name: path };
  const at = path.indexOf('/', path.length - 101);
  if (at < 1 || at > 155) throw new Error(`The path ${path} is too long for an archive.`);
  return { prefix: path.slice(0, at), name: path.slice(at + 1) };
}
