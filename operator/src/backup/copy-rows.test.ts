import type pg from 'pg';
import { expect, test } from 'vitest';
import { copyOut } from './copy-rows.ts';

interface Copying {
  submit(connection: object): void;
  handleCopyData(message: { chunk: Buffer }, connection: object): void;
  handleReadyForQuery(): void;
  handleError(error: Error): void;
}

/** A connection of `pg` as far as a copy uses it, and the messages of the server. */
function openConnection() {
  const stream = {
    isPaused: false,
    pause: () => {
      stream.isPaused = true;
    },
    resume: () => {
      stream.isPaused = false;
    },
  };
  const connection = { stream, query: () => {} };
  let copying: Copying | null = null;
  const client = {
    query: (submitted: Copying) => {
      copying = submitted;
      submitted.submit(connection);
    },
  };
  const rows = copyOut(client as unknown as pg.ClientBase, 'copy files to stdout');
  const large = { chunk: Buffer.alloc(200_000, 'a') };
  return { stream, connection, rows, large, messages: copying as unknown as Copying };
}

async function readAll(rows: AsyncIterable<Buffer>): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of rows) pieces.push(piece);
  return Buffer.concat(pieces);
}

test('a connection that waited for its reader answers again after a copy, however that ends', async () => {
  const { stream, connection, rows, large, messages } = openConnection();
  messages.handleCopyData(large, connection);
  expect(stream.isPaused).toBe(true);
  // With the same bytes of the network, so before any of it is read.
  messages.handleReadyForQuery();
  expect((await readAll(rows)).equals(large.chunk)).toBe(true);
  expect(stream.isPaused).toBe(false);

  const failing = openConnection();
  failing.messages.handleCopyData(large, failing.connection);
  failing.messages.handleError(new Error('the disk is full'));
  expect(failing.stream.isPaused).toBe(false);
  await expect(readAll(failing.rows)).rejects.toThrow('the disk is full');

  const givenUp = openConnection();
  givenUp.messages.handleCopyData(large, givenUp.connection);
  for await (const piece of givenUp.rows) if (piece.length > 0) break;
  givenUp.messages.handleCopyData(large, givenUp.connection);
  expect(givenUp.stream.isPaused).toBe(false);
});
