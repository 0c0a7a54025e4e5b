import { inflateRawSync } from 'node:zlib';

/** Of an office document: thousands of parts or hundreds of megabytes are no text that people sign. */
const LIMITS = { entries: 2_000, entryBytes: 64 * 1024 * 1024, allBytes: 200 * 1024 * 1024 } as const;
const END = 0x06054b50;
const DIRECTORY = 0x02014b50;
const LOCAL = 0x04034b50;
const END_BYTES = 22;
const COMMENT_BYTES_MAX = 0xffff;
const STORED = 0;
const DEFLATED = 8;
/** Bit 0: encrypted; bit 6: strongly; bit 13: the directory is hidden. */
const ENCRYPTED = 0x0001 | 0x0040 | 0x2000;

export interface ZipPart {
  name: string;
  bytes: Buffer;
}

/** Why an archive is not read; `isEncrypted`: it needs a password. */
export class ZipProblem extends Error {
  readonly isEncrypted: boolean;

  constructor(message: string, { isEncrypted = false } = {}) {
    super(message);
    this.name = 'ZipProblem';
    this.isEncrypted = isEncrypted;
  }
}

/**
 * The parts of an untrusted ZIP archive, one after another, by its directory (APPNOTE.TXT 6.3). What programs read
 * in different ways is a problem: names that occur twice or lead elsewhere, headers that contradict each other, and
 * bytes that do not have the stated size.
 *
 * @throws ZipProblem
 */
export function* readZip(file: Buffer): Generator<ZipPart> {
  const { count, start, end } = findDirectory(file);
  if (count > LIMITS.entries) throw new ZipProblem('It has too many parts.');
  const names = new Set<string>();
  let sum = 0;
  for (let at = start, index = 0; index < count; index += 1) {
    if (at + 46 > end || file.readUInt32LE(at) !== DIRECTORY) throw damaged();
    const header = readHeader(file, at);
    at = header.next;
    const key = header.name.toLowerCase();
    if (names.has(key)) throw new ZipProblem('It has a part twice.');
    names.add(key);
    requirePlainName(header.name);
    if ((header.flags & ENCRYPTED) !== 0)
      throw new ZipProblem('It is protected by a password.', { isEncrypted: true });
    sum += header.size;
    if (header.size > LIMITS.entryBytes || sum > LIMITS.allBytes)
      throw new ZipProblem('It is too large once it is unpacked.');
    if (!header.name.endsWith('/')) yield { name: header.name, bytes: unpack(file, header) };
  }
}

function findDirectory(file: Buffer): { count: number; start: number; end: number } {
  const first = Math.max(0, file.length - END_BYTES - COMMENT_BYTES_MAX);
  for (let at = file.length - END_BYTES; at >= first; at -= 1) {
    if (file.readUInt32LE(at) !== END || at + END_BYTES + file.readUInt16LE(at + 20) !== file.length)
      continue;
    const [disk, count] = [file.readUInt32LE(at + 4), file.readUInt16LE(at + 10)];
    const [size, start] = [file.readUInt32LE(at + 12), file.readUInt32LE(at + 16)];
    // Nothing before or behind the archive, of one disk, without ZIP64.
    if (disk !== 0 || count !== file.readUInt16LE(at + 8) || start + size !== at) throw damaged();
    return { count, start, end: at };
  }
  throw damaged();
}

function readHeader(file: Buffer, at: number) {
  const nameLength = file.readUInt16LE(at + 28);
  const next = at + 46 + nameLength + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32);
  return {
    flags: file.readUInt16LE(at + 8),
    method: file.readUInt16LE(at + 10),
    packed: file.readUInt32LE(at + 20),
    size: file.readUInt32LE(at + 24),
    offset: file.readUInt32LE(at + 42),
    name: file.toString('utf8', at + 46, at + 46 + nameLength),
    next,
  };
}

type Header = ReturnType<typeof readHeader>;

function requirePlainName(name: string): void {
  const leads = name.startsWith('/') || /[\\:\0]/.test(name) || name.split('/').includes('..');
  if (name === '' || leads) throw new ZipProblem('It has a part whose name leads out of it.');
}

function unpack(file: Buffer, { offset, method, packed, size, name }: Header): Buffer {
  if (offset + 30 > file.length || file.readUInt32LE(offset) !== LOCAL) throw damaged();
  const nameEnd = offset + 30 + file.readUInt16LE(offset + 26);
  const start = nameEnd + file.readUInt16LE(offset + 28);
  const isSame = file.toString('utf8', offset + 30, nameEnd) === name;
  const isSameMethod = file.readUInt16LE(offset + 8) === method;
  if (!isSame || !isSameMethod || start + packed > file.length) throw damaged();
  const bytes = file.subarray(start, start + packed);
  const content = method === STORED ? bytes : method === DEFLATED ? inflate(bytes, size) : null;
  if (content === null) throw new ZipProblem('It is packed in an unusual way.');
  if (content.length !== size) throw damaged();
  return content;
}

function inflate(bytes: Buffer, size: number): Buffer {
  try {
    return inflateRawSync(bytes, { maxOutputLength: Math.max(1, size) });
  } catch {
    throw damaged();
  }
}

function damaged(): ZipProblem {
  return new ZipProblem('It is damaged.');
}
