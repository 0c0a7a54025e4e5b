import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { planSteps } from '@paraph/domain';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '../server/src/deps.ts';
import { examineDocument } from '../server/src/files/examine-document.ts';
import type { UploadedFile } from '../server/src/http/multipart.ts';
import { requesterWithoutClient } from '../server/src/http/requester.ts';
import { newKey } from '../server/src/platform/ids.ts';

const PLAN = planSteps([
  { type: 'sign', recipients: [{ name: 'Grace Hopper', email: 'grace@example.com' }] },
]);

/** What is compared with: the least that could be called the same, through the same Fastify, disk and database. */
export function addFloor(app: FastifyInstance, deps: Deps): void {
  const { blobs, ids, pool } = deps;
  app.register(async (scope) => {
    scope.post('/minimal/envelopes', async (request) => insertMinimal(deps, await readUpload(deps, request)));
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
    scope.get<{ Querystring: { limit: string } }>('/floor/envelopes', async (request) => {
      const statement = `select envelope_id as id, name, type, status from workflows
        where workspace_id = (select min(id) from workspaces) order by id desc limit $1`;
      const { rows } = await pool.query(statement, [request.query.limit]);
      return rows;
    });
  });
}

/** On the disk and hashed meanwhile, as ours is. */
async function readUpload({ blobs, ids }: Deps, request: FastifyRequest): Promise<UploadedFile | null> {
  let upload: UploadedFile | null = null;
  for await (const part of request.parts()) {
    if (part.type !== 'file') continue;
    const path = join(blobs.incomingDir, newKey(ids));
    const hash = createHash('sha256');
    const hashing = async function* (pieces: AsyncIterable<Buffer>) {
      for await (const piece of pieces) {
        hash.update(piece);
        yield piece;
      }
    };
    await pipeline(part.file, hashing, createWriteStream(path));
    const { bytesRead: size } = part.file;
    const requester = requesterWithoutClient(`bench:${newKey(ids)}`);
    upload = { path, fileName: part.filename, size, sha256: hash.digest(), requester };
  }
  return upload;
}

/** What ours promises by one statement, nothing done twice: examined in a limited process, durable, compared. */
async function insertMinimal(deps: Deps, upload: UploadedFile | null): Promise<{ id: string }> {
  if (!upload) throw new Error('there is no file in the form');
  const { pages, anchors } = await examineDocument(deps, upload, PLAN);
  const { key, size, sha256 } = await deps.blobs.adopt(upload.path, upload.sha256);
  const { rows } = await deps.pool.query<{ id: number }>(
    'insert into bench_minimal (path, size, sha256, found) values ($1, $2, $3, $4) returning id',
    [key, size, sha256, JSON.stringify({ pages, anchors })],
  );
  return { id: String(rows[0]?.id) };
}

export async function prepareFloor({ blobs, pool }: Deps): Promise<void> {
  await mkdir(folderOf(blobs), { recursive: true });
  await pool.query(`create table bench_minimal
    (id bigint generated always as identity primary key, path text, size bigint, sha256 bytea, found jsonb)`);
  await pool.query(
    'create table bench_floor (id bigint generated always as identity primary key, path text, size bigint)',
  );
}

export async function emptyFloor({ blobs, pool }: Deps): Promise<void> {
  await pool.query('truncate bench_floor, bench_minimal');
  await rm(folderOf(blobs), { recursive: true });
  await mkdir(folderOf(blobs));
}

/** On the disk where documents lie. */
function folderOf({ incomingDir }: Deps['blobs']): string {
  return join(incomingDir, '..', 'floor');
}
