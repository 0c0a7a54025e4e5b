import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { planSteps } from '@paraph/domain';
import { requesterWithoutClient } from '@paraph/intake';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '../server/src/deps.ts';
import { examineDocument } from '../server/src/files/examine-document.ts';
import { beginStoring, storeUpload } from '../server/src/files/store-file.ts';
import { discard, readForm, type UploadedFile } from '../server/src/http/multipart.ts';
import { newKey } from '../server/src/platform/ids.ts';

const PLAN = planSteps([
  { type: 'sign', recipients: [{ name: 'Grace Hopper', email: 'grace@example.com' }] },
]);

/** What is compared with: the least that could be called the same, through the same Fastify, disk and database. */
export function addFloor(app: FastifyInstance, deps: Deps): void {
  const { blobs, ids, pool } = deps;
  app.register(async (scope) => {
    scope.post('/minimal/envelopes', (request) => createMinimal(deps, request));
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

/**
 * What ours promises by one statement, nothing done twice: received and hashed, examined in a limited process, made
 * durable meanwhile, compared. By the same functions as ours, so that what is saved there is saved here.
 */
async function createMinimal(deps: Deps, request: FastifyRequest): Promise<{ id: string }> {
  const requester = requesterWithoutClient(`bench:${newKey(deps.ids)}`);
  const form = await readForm(request, {
    folder: deps.blobs.incomingDir,
    uploader: await deps.requestLock.id(),
    requester,
  });
  try {
    return await insertMinimal(deps, form.uploads[0]?.file);
  } finally {
    await discard(form);
  }
}

async function insertMinimal(deps: Deps, upload: UploadedFile | undefined): Promise<{ id: string }> {
  if (!upload) throw new Error('there is no file in the form');
  const durable = beginStoring(deps, upload);
  const { pages, anchors } = await examineDocument(deps, upload, PLAN);
  const { key, size, sha256 } = await storeUpload(deps, upload, durable);
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
