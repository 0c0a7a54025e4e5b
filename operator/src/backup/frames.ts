/** A part is a sequence of frames: what follows (JSON), bytes of it, and its end. */
export interface Frame {
  kind: 'head' | 'bytes';
  body: Buffer;
}

const KINDS = ['head', 'bytes'] as const;
const HEADER_BYTES = 5;
/** Rows are gathered to about this size; a longer row is a frame of its own. */
const GATHERED_BYTES = 256 * 1024;
/** PostgreSQL has no longer row; what claims to be one would only fill the memory. */
const FRAME_BYTES_MAX = 2 ** 30;

function frameOf(kind: Frame['kind'], body: Uint8Array): Buffer[] {
  const header = Buffer.alloc(HEADER_BYTES);
  header[0] = KINDS.indexOf(kind);
  header.writeUInt32BE(body.length, 1);
  return [header, Buffer.from(body)];
}

export function headFrame(head: object): Buffer[] {
  return frameOf('head', Buffer.from(JSON.stringify(head)));
}

export async function* byteFrames(pieces: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  let gathered: Buffer[] = [];
  let size = 0;
  for await (const piece of pieces) {
    gathered.push(piece);
    size += piece.length;
    if (size < GATHERED_BYTES) continue;
    yield* frameOf('bytes', Buffer.concat(gathered));
    gathered = [];
    size = 0;
  }
  if (size > 0) yield* frameOf('bytes', Buffer.concat(gathered));
}

/** A head and, while they are read, the bytes that follow it. Those that are not read are passed over. */
export interface Section {
  head: unknown;
  bytes: AsyncIterable<Buffer>;
}

export async function* readSections(pieces: AsyncIterable<Buffer>): AsyncIterable<Section> {
  const frames = readFrames(pieces)[Symbol.asyncIterator]();
  let next = await frames.next();
  while (!next.done) {
    const { kind, body } = next.value;
    if (kind !== 'head') throw new Error('a part of the backup begins in the middle');
    next = await frames.next();
    const readBytes = async function* () {
      for (; !next.done && next.value.kind === 'bytes'; next = await frames.next()) yield next.value.body;
    };
    yield { head: JSON.parse(body.toString()) as unknown, bytes: readBytes() };
    for await (const _unread of readBytes());
  }
}

async function* readFrames(pieces: AsyncIterable<Buffer>): AsyncGenerator<Frame> {
  let waiting: Buffer[] = [];
  let size = 0;
  let wanted = HEADER_BYTES;
  for await (const piece of pieces) {
    waiting.push(piece);
    size += piece.length;
    while (size >= wanted) {
      const all = Buffer.concat(waiting);
      const length = HEADER_BYTES + all.readUInt32BE(1);
      if (length > FRAME_BYTES_MAX)
        throw new Error('a part of the backup claims to have a row of a gigabyte');
      if (all.length >= length) {
        yield { kind: KINDS[all[0] ?? -1] ?? 'bytes', body: all.subarray(HEADER_BYTES, length) };
        waiting = [all.subarray(length)];
        size = all.length - length;
        wanted = HEADER_BYTES;
      } else {
        waiting = [all];
        wanted = length;
      }
    }
  }
  if (size > 0) throw new Error('a part of the backup ends in the middle');
}
