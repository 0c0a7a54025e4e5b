import { once } from 'node:events';
import { Readable } from 'node:stream';
import type pg from 'pg';

// COPY, which `pg` does not speak by itself: it hands the messages of the protocol to the query that is under way.

type Connection = pg.Connection & {
  stream: NodeJS.WritableStream & { pause(): void; resume(): void; writableNeedDrain: boolean };
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(message: string): void;
};

/** The bytes that `COPY … TO STDOUT` answers; the server waits while they are not read. */
export function copyOut(
  client: pg.ClientBase,
  text: string,
  onRows: (rows: number) => void = () => {},
): AsyncIterable<Buffer> {
  let connection: Connection | null = null;
  const resume = () => connection?.stream.resume();
  const rows = new Readable({
    read: resume,
    // Once all is there, or a copy is given up, nothing reads on: the rest is passed over, so that the answer to the
    // next statement arrives.
    destroy: (error, done) => {
      resume();
      done(error);
    },
  });
  client.query({
    submit: (open: Connection) => {
      connection = open;
      open.query(text);
    },
    handleCopyData: ({ chunk }: { chunk: Buffer }, { stream }: Connection) => {
      // The message is a view of a buffer that is used again.
      if (!rows.destroyed && !rows.push(Buffer.from(chunk))) stream.pause();
    },
    handleRowDescription: () => {},
    handleCommandComplete: (message: { text: string }) => onRows(countIn(message)),
    handleReadyForQuery: () => rows.push(null),
    handleError: (error: Error) => rows.destroy(error),
  } as unknown as pg.Submittable);
  return rows as AsyncIterable<Buffer>;
}

/** Sends the pieces to `COPY … FROM STDIN`; returns the number of rows. */
export function copyIn(client: pg.ClientBase, text: string, pieces: AsyncIterable<Buffer>): Promise<number> {
  return new Promise((resolve, reject) => {
    let rows = 0;
    // Why the copy was given up here; the error of the server that follows says only that it was.
    let failure: Error | null = null;
    let isOver = false;
    client.query({
      submit: (connection: Connection) => connection.query(text),
      handleCopyInResponse: (connection: Connection) => {
        send(connection, pieces, () => isOver).catch((error: unknown) => {
          failure ??= error instanceof Error ? error : new Error(String(error));
          connection.sendCopyFail('the bytes could not be read');
        });
      },
      handleCommandComplete: (message: { text: string }) => {
        rows = countIn(message);
      },
      handleReadyForQuery: () => resolve(rows),
      handleError: (error: Error) => {
        isOver = true;
        reject(failure ?? error);
      },
    } as unknown as pg.Submittable);
  });
}

async function send(connection: Connection, pieces: AsyncIterable<Buffer>, isOver: () => boolean) {
  for await (const piece of pieces) {
    if (isOver()) return;
    connection.sendCopyFromChunk(piece);
    if (connection.stream.writableNeedDrain) await once(connection.stream, 'drain');
  }
  if (!isOver()) connection.endCopyFrom();
}

function countIn({ text }: { text: string }): number {
  return Number(/^COPY (\d+)$/.exec(text)?.[1]);
}
