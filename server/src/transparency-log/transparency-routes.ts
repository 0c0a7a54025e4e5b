import { keyText, packEntries, parseTileNumber, TILE_WIDTH } from '@paraph/pades';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Deps } from '../deps.ts';
import { addressKey, countHit } from '../http/rate-limit.ts';
import { addCheckpoint } from './add-checkpoint.ts';
import { findCosignatures } from './cosignature-store.ts';
import { entryOf, readSignedState } from './integrate-leaves.ts';
import { openLogKey, openWitnessKey } from './log-key.ts';
import { readInclusionAt } from './read-inclusion.ts';
import {
  findCheckpoint,
  findTile,
  listCheckpointSizes,
  listLeaves,
  readCertificatesSince,
  readState,
} from './transparency-store.ts';

type Slice = Pick<Deps, 'clock' | 'config' | 'database' | 'vault'>;

const HASH_BYTES = 32;
/** A tile level above this would have more leaves than numbers can count. */
const LEVEL_MAX = 5;
/** A proof of 63 hashes and a checkpoint with some signatures. */
const SUBMISSION_BYTES_MAX = 16_384;
const SIZES_MAX = 10_000;
const TEXT = 'text/plain; charset=utf-8';
/** What a path once names, it names for ever. */
const FOREVER = 'public, max-age=31536000, immutable';
const BRIEFLY = 'no-cache';

/** The log as files of fixed content for everyone (C2SP tlog-tiles), its key, and its timestamped checkpoints. */
export function addTransparencyPages(app: FastifyInstance, deps: Slice): void {
  app.get('/log/key', async (_request, reply) =>
    sendText(reply, `${keyText((await openLogKey(deps)).publicKey)}\n`),
  );
  app.get('/log/since', async (_request, reply) => {
    const since = await readCertificatesSince(deps.database);
    return since ? sendText(reply, `${since.toISOString()}\n`) : missing(reply);
  });
  app.get('/log/checkpoint', async (_request, reply) => {
    const { size, checkpoint } = await readSignedState(deps);
    return sendText(reply, checkpoint + (await findCosignatures(deps.database, size)));
  });
  app.get('/log/checkpoints', async (_request, reply) => {
    const sizes = await listCheckpointSizes(deps.database, SIZES_MAX);
    return sendText(reply, sizes.map((size) => `${size}\n`).join(''));
  });
  app.get<{ Params: { name: string } }>('/log/checkpoints/:name', async ({ params }, reply) => {
    const [, size = '', suffix] = /^(\d{1,15})(\.tst)?$/.exec(params.name) ?? [];
    const row = size === '' ? null : await findCheckpoint(deps.database, Number(size));
    if (!row) return missing(reply);
    return suffix === undefined
      ? sendFixed(reply, TEXT, row.checkpoint)
      : sendFixed(reply, 'application/timestamp-reply', row.timestamp);
  });
  app.get<{ Params: { hash: string; size: string } }>('/log/proof/:hash/:size', async ({ params }, reply) => {
    const { hash, size } = params;
    const isAsked = /^[0-9a-f]{64}$/.test(hash) && /^\d{1,15}$/.test(size);
    const proof = isAsked ? await readInclusionAt(deps, Buffer.from(hash, 'hex'), Number(size)) : null;
    if (!proof) return missing(reply);
    // Not for ever: witnesses may sign its checkpoint later.
    return reply.header('cache-control', BRIEFLY).type('application/json').send(JSON.stringify(proof));
  });
  app.get<{ Params: { '*': string } }>('/log/tile/*', async ({ params }, reply) => {
    const bytes = await readTileFile(deps, params['*']);
    return bytes ? sendFixed(reply, 'application/octet-stream', bytes) : missing(reply);
  });
  app.get('/log/witness/key', async (_request, reply) =>
    sendText(reply, `${keyText((await openWitnessKey(deps)).publicKey)}\n`),
  );
  app.register(async (scope) => addWitness(scope, deps));
}

/** For other logs (C2SP tlog-witness): public, without a session, and each answer costs a signature. */
function addWitness(app: FastifyInstance, deps: Slice): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    '*',
    { parseAs: 'buffer', bodyLimit: SUBMISSION_BYTES_MAX },
    async (_request: unknown, body: string | Buffer) => body.toString(),
  );
  app.addHook('onRequest', async ({ ip }) => countHit(deps, 'authorityAnswers', addressKey(ip)));
  app.post('/log/witness/add-checkpoint', async ({ body }, reply) => {
    const answer = await addCheckpoint(deps, typeof body === 'string' ? body : '');
    if (answer.status === 200) return sendText(reply, answer.cosignature);
    reply.code(answer.status);
    if (answer.status !== 409) return sendText(reply, `${answer.reason}\n`);
    return reply.type('text/x.tlog.size').send(`${answer.size}\n`);
  });
}

/** Null where the log has no such tile, or not yet in this width. */
async function readTileFile({ database }: Slice, path: string): Promise<Buffer | null> {
  const [, level = '', rest = ''] = /^(entries|\d)\/(.+)$/.exec(path) ?? [];
  const tile = parseTileNumber(rest);
  if (!tile || Number(level) > LEVEL_MAX) return null;
  const { index, width } = tile;
  if (level !== 'entries') {
    const hashes = await findTile(database, Number(level), index);
    return hashes && hashes.length >= width * HASH_BYTES ? hashes.subarray(0, width * HASH_BYTES) : null;
  }
  const from = index * TILE_WIDTH;
  if (from + width > (await readState(database)).size) return null;
  const leaves = await listLeaves(database, { from, to: from + width });
  return Buffer.from(packEntries(leaves.map(entryOf)));
}

function sendText(reply: FastifyReply, text: string): FastifyReply {
  return reply.header('cache-control', BRIEFLY).type(TEXT).send(text);
}

function sendFixed(reply: FastifyReply, type: string, body: string | Buffer): FastifyReply {
  return reply.header('cache-control', FOREVER).type(type).send(body);
}

function missing(reply: FastifyReply): FastifyReply {
  return reply.code(404).header('cache-control', BRIEFLY).type(TEXT).send('Not found\n');
}
