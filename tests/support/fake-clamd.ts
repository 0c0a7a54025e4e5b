import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';

/** What the scanner recognizes: the text of EICAR's test file, in two halves. */
export const INFECTED = Buffer.from(['EICAR-STANDARD', 'ANTIVIRUS-TEST-FILE!'].join('-'));
export const FINDING = 'Eicar-Test-Signature';

/** `small`: its StreamMaxLength is exceeded by the first chunk. `blind`: it recognizes nothing. */
type ClamdMood = 'away' | 'blind' | 'silent' | 'small' | 'well';

export interface FakeClamd {
  /** For PARAPH_SCANNER. */
  address: string;
  mood: ClamdMood;
  /** The bytes of each stream, oldest first. */
  scanned: Buffer[];
  close(): Promise<void>;
}

/** A server with the protocol of clamd(8), on a port of its own or a socket of the file system. */
export async function openFakeClamd(socketPath: string | null = null): Promise<FakeClamd> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => sockets.delete(socket));
    if (self.mood === 'away') socket.destroy();
    else void serve(socket, self).catch(() => socket.destroy());
  });
  const self: FakeClamd = {
    address: socketPath ?? '',
    mood: 'well',
    scanned: [],
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  await new Promise<void>((resolve) => {
    if (socketPath === null) server.listen(0, '127.0.0.1', resolve);
    else server.listen(socketPath, resolve);
  });
  if (socketPath === null) self.address = `clamd://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return self;
}

async function serve(socket: Socket, clamd: FakeClamd): Promise<void> {
  const input = new Input(socket);
  const command = await input.takeUntilZero();
  if (clamd.mood === 'silent') return;
  if (command === 'zPING') socket.end('PONG\0');
  else if (command !== 'zINSTREAM') socket.end('UNKNOWN COMMAND\0');
  else if (clamd.mood === 'small') socket.end('INSTREAM size limit exceeded. ERROR\0');
  else {
    const chunks: Buffer[] = [];
    for (;;) {
      const length = (await input.take(4)).readUInt32BE();
      if (length === 0) break;
      chunks.push(await input.take(length));
    }
    const bytes = Buffer.concat(chunks);
    clamd.scanned.push(bytes);
    const isFound = clamd.mood === 'well' && bytes.includes(INFECTED);
    socket.end(isFound ? `stream: ${FINDING} FOUND\0` : 'stream: OK\0');
  }
}

class Input {
  readonly #pieces: AsyncIterator<Buffer>;
  #buffered = Buffer.alloc(0);

  constructor(socket: Socket) {
    this.#pieces = socket[Symbol.asyncIterator]();
  }

  async take(length: number): Promise<Buffer> {
    while (this.#buffered.length < length) await this.#more();
    const taken = this.#buffered.subarray(0, length);
    this.#buffered = this.#buffered.subarray(length);
    return taken;
  }

  async takeUntilZero(): Promise<string> {
    while (!this.#buffered.includes(0)) await this.#more();
    const text = await this.take(this.#buffered.indexOf(0));
    await this.take(1);
    return text.toString();
  }

  async #more(): Promise<void> {
    const { done, value } = await this.#pieces.next();
    if (done) throw new Error('the connection ended within a stream');
    this.#buffered = Buffer.concat([this.#buffered, value]);
  }
}
