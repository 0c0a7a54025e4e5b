import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../server/src/deps.ts';
import { newKey } from '../server/src/platform/ids.ts';

/** What is compared with: the least that could be called the same, through the same Fastify, disk and database. */
export function addFloor(app: FastifyInstance, { blobs, ids, pool }: Deps): void {
  app.register(async (scope) => {
    scope.post('/floor/envelopes', async (request) => {
      const path = join(folderOf(blobs), newKey(ids));
      let size = 0;
      for await (const part of request.parts()) {
        if (part.type !== 'file') continue;
        // `flush` is fsync before close.
        await pipeline(part.file, createWriteStream(path, { flush: true }));
        size = part.file.bytesRead;
      }
      const statement = 'insert into bench_floor (path, size) values ($1, $2) returning id';
      const { rows } = await pool.query<{ id: number }>(statement, [path, size]);
      return { id: String(rows[0]?.id) };
    });
    scope.get<{ Params: { id: string } }>('/floor/envelopes/:id', async (request) => {
      const statement = 'select envelope_id as id, name, type, status from workflows where envelope_id = $1';
      const { rows } = await pool.query(statement, [request.params.id]);
      return rows[0];
    });
  });
}

export async function prepareFloor({ blobs, pool }: Deps): Promise<void> {
  await mkdir(folderOf(blobs), { recursive: true });
  await pool.query(
    'create table bench_floor (id bigint generated always as identity primary key, path text, size bigint)',
  );
}

export async function emptyFloor({ blobs, pool }: Deps): Promise<void> {
  await pool.query('truncate bench_floor');
  await rm(folderOf(blobs), { recursive: true });
  await mkdir(folderOf(blobs));
}

/** On the disk where documents lie. */
function folderOf({ incomingDir }: Deps['blobs']): string {
  return join(incomingDir, '..', 'floor');
}
