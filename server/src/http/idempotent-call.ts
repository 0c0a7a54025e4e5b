import type { Operation } from '@paraph/contract';
import { Refusal } from '@paraph/domain';
import type { Deps } from '../deps.ts';
import { sha256 } from '../platform/ids.ts';
import { type Call, Plain } from './bind.ts';
import { bodyOf } from './error-handler.ts';
import { claimKey, type KeptAnswer, keepAnswer, releaseKey } from './idempotency.ts';
import type { Form } from './multipart.ts';

/** Runs a POST or PUT at most once for an `Idempotency-Key`; without the header it just runs. */
export async function withIdempotency(
  deps: Deps,
  { operation, call, raw }: { operation: Operation; call: Call<Operation>; raw: string },
  run: () => Promise<unknown>,
): Promise<unknown> {
  const key = call.request.headers['idempotency-key'];
  const writes = (operation.method === 'POST' || operation.method === 'PUT') && !operation.countedAs;
  if (typeof key !== 'string' || !writes || call.caller === null) return run();
  const isForm = operation.bodyKind === 'multipart' || operation.bodyKind === 'either';
  const digest = isForm ? (call.body as unknown as Form).digest : sha256(raw);
  const path = call.request.url.split('?')[0] ?? '';
  const requestHash = sha256(Buffer.concat([Buffer.from(`${operation.method} ${path}\0`), digest]));
  const claim = { caller: call.caller.key, key, requestHash };
  const kept = await claimKey(deps, claim);
  if (kept) return replay(kept);
  try {
    const result = await run();
    const answer = toKept(operation, result, call.reply.getHeader('link'));
    if (answer) await keepAnswer(deps, claim, answer);
    else await releaseKey(deps, claim);
    return result;
  } catch (error) {
    await settle(deps, { claim, error, requestId: call.request.id });
    throw error;
  }
}

/** What was refused before anything was done may be tried again with the same key; the rest is the answer. */
async function settle(
  deps: Deps,
  { claim, error, requestId }: { claim: { caller: string; key: string }; error: unknown; requestId: string },
): Promise<void> {
  const keeps = error instanceof Refusal && error.status === 409;
  if (!keeps) return releaseKey(deps, claim);
  const headers = { 'content-type': 'application/json' };
  await keepAnswer(deps, claim, {
    status: error.status,
    headers,
    body: Buffer.from(bodyOf(error, requestId)),
  });
}

function replay(kept: KeptAnswer): Plain {
  return new Plain(kept.status, kept.body, { ...kept.headers, 'idempotency-replayed': 'true' });
}

/** With the link to what is to be used instead: the handler, which knows it, does not run again. */
function toKept(operation: Operation, result: unknown, link: unknown): KeptAnswer | null {
  const more = typeof link === 'string' ? { link } : {};
  const status = result instanceof Plain ? result.status : operation.status;
  const body = result instanceof Plain ? result.body : result;
  if (body === null || body === undefined) return { status, headers: more, body: Buffer.alloc(0) };
  if (typeof body !== 'object' || body instanceof Uint8Array || 'pipe' in body) return null;
  const headers = { 'content-type': 'application/json', ...more };
  return { status, headers, body: Buffer.from(JSON.stringify(body)) };
}
