import { type AddressInfo, createServer, type Socket } from 'node:net';

/** A webhook receiver that knows no more of HTTP than it needs, so that it sees the first byte when it comes. */
export interface Receiver {
  url: string;
  /** When the first byte of the next request arrives, by `process.hrtime`, which all processes share. */
  next(): Promise<bigint>;
  /** When the next notification of an event has arrived whole, by the clock on the wall; at one path, or at any. */
  told(event: string, path?: string): Promise<number>;
  lastBody(): string;
  close(): Promise<void>;
}

const ANY = '*';
/** The connection is kept, as web servers do. */
const ANSWER = 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n';

export async function openReceiver(): Promise<Receiver> {
  let arrived: ((atNs: bigint) => void) | null = null;
  let body = '';
  const expected = new Map<string, (atMs: number) => void>();
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    let text = '';
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    socket.on('data', (chunk) => {
      const atNs = process.hrtime.bigint();
      if (text === '') {
        arrived?.(atNs);
        arrived = null;
      }
      text += chunk.toString('latin1');
      const whole = bodyOf(text);
      if (whole === null) return;
      body = whole;
      const event = /^paraph-event: *(\S+)/im.exec(text)?.[1];
      const [, path] = text.split(' ', 2);
      text = '';
      for (const key of [`${event} ${path}`, `${event} ${ANY}`]) {
        expected.get(key)?.(Date.now());
        expected.delete(key);
      }
      socket.write(ANSWER);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    next: () =>
      new Promise((resolve) => {
        arrived = resolve;
      }),
    told: (event, path = ANY) =>
      new Promise((tell) => {
        expected.set(`${event} ${path}`, tell);
      }),
    lastBody: () => body,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Null until all of it is here: by its length, or by the last chunk where none is given. */
function bodyOf(text: string): string | null {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return null;
  const head = text.slice(0, end);
  const body = text.slice(end + 4);
  const length = /^content-length: *(\d+)/im.exec(head)?.[1];
  if (length === undefined) return body.endsWith('0\r\n\r\n') ? body : null;
  return body.length >= Number(length) ? body : null;
}
