import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import type { TestDatabase } from './database.ts';
import { listenLocally } from './free-port.ts';

interface Backend {
  socket: Socket;
  /** Who gets what it says; null: it waits for work. */
  client: Socket | null;
  said: Buffer;
}

/** A pooler in transaction mode: a connection of PostgreSQL belongs to a client until the end of its transaction. */
export async function openTransactionPooler(server: TestDatabase['options']) {
  const free: Backend[] = [];
  let opened = 0;
  const sockets = new Set<Socket>();
  const open = async (): Promise<Backend> => {
    opened += 1;
    const isPath = server.host.startsWith('/');
    const socket = isPath
      ? connect(`${server.host}/.s.PGSQL.${server.port}`)
      : connect(server.port, server.host);
    sockets.add(socket);
    const backend: Backend = { socket, client: null, said: Buffer.alloc(0) };
    socket.write(startup({ user: server.user, database: server.database }));
    await new Promise<void>((resolve) => {
      socket.on('data', (bytes: Buffer) => {
        backend.said = Buffer.concat([backend.said, bytes]);
        for (let message = takeMessage(backend); message !== null; message = takeMessage(backend)) {
          backend.client?.write(message);
          // ReadyForQuery: idle, outside of a transaction.
          if (message[0] !== READY || message[5] !== IDLE) continue;
          resolve();
          if (backend.client === null) continue;
          backend.client = null;
          free.unshift(backend);
        }
      });
    });
    return backend;
  };
  const pooler = createServer((client) => {
    sockets.add(client);
    client.on('error', () => {});
    let isGreeted = false;
    let busy: Promise<void> = Promise.resolve();
    let mine: Backend | null = null;
    const handOn = async (bytes: Buffer) => {
      if (mine?.client !== client) mine = free.shift() ?? (await open());
      mine.client = client;
      mine.socket.write(bytes);
    };
    // Nobody else may go on with its transaction.
    client.on('close', () => {
      if (mine?.client === client) mine.socket.destroy();
    });
    client.on('data', (bytes: Buffer) => {
      if (!isGreeted) {
        isGreeted = true;
        // AuthenticationOk, and ReadyForQuery.
        client.write(Buffer.from([82, 0, 0, 0, 8, 0, 0, 0, 0, READY, 0, 0, 0, 5, IDLE]));
      } else if (bytes[0] !== TERMINATE) busy = busy.then(() => handOn(bytes));
    });
  });
  const port = await listenLocally(pooler);
  return {
    connectionString: `postgresql://${server.user}@127.0.0.1:${port}/${server.database}`,
    /** How many connections of PostgreSQL it has opened. */
    count: () => opened,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      pooler.close();
      await once(pooler, 'close');
    },
  };
}

const READY = 'Z'.charCodeAt(0);
const IDLE = 'I'.charCodeAt(0);
const TERMINATE = 'X'.charCodeAt(0);

/** The next whole message: a letter, its length, and the rest. */
function takeMessage(backend: { said: Buffer }): Buffer | null {
  if (backend.said.length < 5) return null;
  const end = 1 + backend.said.readUInt32BE(1);
  if (backend.said.length < end) return null;
  const message = backend.said.subarray(0, end);
  backend.said = backend.said.subarray(end);
  return message;
}

function startup(parameters: Readonly<Record<string, string>>): Buffer {
  const text = Object.entries(parameters)
    .map(([name, value]) => `${name}\0${value}\0`)
    .join('');
  const rest = Buffer.from(`${text}\0`);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(rest.length + 8, 0);
  head.writeUInt32BE(196_608, 4);
  return Buffer.concat([head, rest]);
}
