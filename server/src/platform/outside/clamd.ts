import { connect, type Socket } from 'node:net';
import { Fault } from '@paraph/domain';

/** Where a clamd listens (clamd.conf: TCPSocket, LocalSocket). */
export type ClamdAddress = { host: string; port: number } | { path: string };

export interface Scanner {
  /**
   * @returns the name of what is in them; null for nothing
   * @throws Fault when they could not be examined
   */
  scan(pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<string | null>;
  /** @throws Fault when it does not answer in time */
  ping(timeoutMs: number): Promise<void>;
}

/** Without a word: clamd sends one when it has the end of the file and has examined it. */
const SILENCE_MS_MAX = 60_000;
const ANSWER_BYTES_MAX = 4_096;

/** The protocol of clamd(8): a connection for each file, commands with a `z` end with a zero byte. */
export function openClamd(address: ClamdAddress): Scanner {
  return {
    scan: async (pieces) => {
      const answer = await exchange(address, { silenceMs: SILENCE_MS_MAX, send: (to) => stream(to, pieces) });
      if (answer === 'stream: OK') return null;
      const finding = /^stream: (.+) FOUND$/.exec(answer)?.[1];
      if (finding !== undefined) return finding;
      throw away(`answered "${answer.slice(0, 200)}"`);
    },
    ping: async (timeoutMs) => {
      const answer = await exchange(address, { silenceMs: timeoutMs, send: (to) => write(to, 'zPING\0') });
      if (answer !== 'PONG') throw away(`answered "${answer.slice(0, 200)}" to a ping`);
    },
  };
}

/** Each piece after its length in four bytes, and a length of zero at the end. */
async function stream(socket: Socket, pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) {
  await write(socket, 'zINSTREAM\0');
  for await (const piece of pieces) {
    if (piece.length === 0) continue;
    await write(socket, lengthOf(piece));
    await write(socket, piece);
  }
  await write(socket, lengthOf([]));
}

function lengthOf({ length }: { length: number }): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(length);
  return bytes;
}

/** Resolves once the bytes may be used again. */
function write(socket: Socket, bytes: Uint8Array | string): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.write(bytes, (error) => (error ? reject(error) : resolve()));
  });
}

interface Exchange {
  silenceMs: number;
  send(socket: Socket): Promise<void>;
}

async function exchange(address: ClamdAddress, { silenceMs, send }: Exchange): Promise<string> {
  const socket = connect(address);
  socket.setTimeout(silenceMs);
  const answer = readAnswer(socket);
  // A file that is too long for it is answered before its end, and then writing fails: the answer says more.
  const sent = send(socket).catch((cause: unknown) =>
    socket.destroy(cause instanceof Error ? cause : undefined),
  );
  try {
    return await answer;
  } finally {
    socket.destroy();
    // The bytes may be used again only after it.
    await sent;
  }
}

/** Up to the zero byte that ends it, or the end of the connection. */
function readAnswer(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const end = (problem: Error) => {
      if (text === '') reject(problem);
      else resolve(text.trim());
    };
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => {
      text += chunk;
      const stop = text.indexOf('\0');
      if (stop >= 0) resolve(text.slice(0, stop));
      else if (text.length > ANSWER_BYTES_MAX) end(away('sent no end of its answer'));
    });
    socket.once('timeout', () => reject(away('did not answer in time')));
    // Stays: breaking off what is still being sent is an error, too.
    socket.on('error', (cause) => end(away('cannot be reached', cause)));
    socket.once('close', () => end(away('closed the connection without an answer')));
  });
}

function away(what: string, cause?: unknown): Fault {
  const reason = cause instanceof Error ? `: ${cause.message}` : '';
  return new Fault(`The scanner ${what}${reason}`, { retryable: true, cause });
}
