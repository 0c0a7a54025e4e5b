import type { Operation } from '@paraph/contract';
import { Refusal } from '@paraph/domain';
import { UnitOfWork } from '../database/unit-of-work.ts';
import type { Deps } from '../deps.ts';
import { sha256 } from '../platform/ids.ts';
import { type Call, RawResponse } from './bind.ts';
import { bodyOf, UndoneError } from './error-handler.ts';
import {
  type Claim,
  claimKey,
  getStoredResponse,
  releaseKey,
  type StoredResponse,
  storeResponse,
} from './idempotency.ts';
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
  const keyedCall = { caller: call.caller.key, key, requestHash };
  const claimed = await claimKey(deps, keyedCall);
  if (!('holder' in claimed)) return replay(claimed);
  const unit = new UnitOfWork();
  const outcome = await outcomeOf(unit, run);
  const answer = answerTo(outcome, { operation, call, hasWork: unit.hasWork });
  if ('error' in outcome && answer === null) {
    await unit.rollback();
    await releaseClaim(deps, claimed);
    throw undone(outcome.error);
  }
  const stored = await commitWith(deps, { unit, claim: claimed, answer, requestHash });
  if (stored) return replay(stored);
  if ('error' in outcome) throw outcome.error;
  return outcome.result;
}

type Outcome = { result: unknown } | { error: unknown };

async function outcomeOf(unit: UnitOfWork, run: () => Promise<unknown>): Promise<Outcome> {
  try {
    return { result: await unit.run(run) };
  } catch (error) {
    return { error };
  }
}

/**
 * Commits the work and its response together. If the outcome of the commit is unknown, looks it up and returns the
 * stored response.
 */
async function commitWith(
  deps: Deps,
  work: { unit: UnitOfWork; claim: Claim; answer: StoredResponse | null; requestHash: Buffer },
): Promise<StoredResponse | null> {
  const { unit, claim, answer, requestHash } = work;
  try {
    await unit.run<unknown>(() => (answer ? storeResponse(deps, claim, answer) : releaseKey(deps, claim)));
  } catch (error) {
    await unit.rollback();
    await releaseClaim(deps, claim);
    throw undone(error);
  }
  try {
    await unit.commit();
    return null;
  } catch (error) {
    const isUndone = await releaseKey(deps, claim).catch(async () => {
      await deps.requestLock.abandon();
      throw unclear();
    });
    if (isUndone) throw undone(error);
    // Without a response to store, a missing claim shows that the commit succeeded.
    return answer && getStoredResponse(deps, { ...claim, requestHash });
  }
}

/** Where the database cannot be reached, giving up the process's id frees the claim all the same. */
async function releaseClaim(deps: Deps, claim: Claim): Promise<void> {
  await releaseKey(deps, claim).catch(() => deps.requestLock.abandon());
}

function undone(error: unknown): unknown {
  return error instanceof Refusal ? error : new UndoneError(error);
}

function unclear(): Refusal {
  return new Refusal(
    'SERVICE_UNAVAILABLE',
    'The database was lost while this request was carried out, so whether it was is not known. Send it again with ' +
      'the same Idempotency-Key: it is carried out once.',
    { retryAfterSeconds: 2 },
  );
}

/**
 * The response to store for the key. A request refused before any change may be repeated with the same key, unless the
 * refusal is a conflict with the present state; later refusals are stored. Null if nothing is stored.
 */
function answerTo(
  outcome: Outcome,
  { operation, call, hasWork }: { operation: Operation; call: Call<Operation>; hasWork: boolean },
): StoredResponse | null {
  if ('result' in outcome) return toStored(operation, outcome.result, call.reply.getHeader('link'));
  const { error } = outcome;
  if (!(error instanceof Refusal) || error.status >= 500 || error.status === 429) return null;
  if (!hasWork && error.status !== 409) return null;
  const headers = { 'content-type': 'application/json' };
  return { status: error.status, headers, body: Buffer.from(bodyOf(error, call.request.id)) };
}

function replay(stored: StoredResponse): RawResponse {
  return new RawResponse(stored.status, stored.body, { ...stored.headers, 'idempotency-replayed': 'true' });
}

/** Includes the link to the successor, because the handler that sets it does not run again. */
function toStored(operation: Operation, result: unknown, link: unknown): StoredResponse | null {
  const more = typeof link === 'string' ? { link } : {};
  const status = result instanceof RawResponse ? result.status : operation.status;
  const body = result instanceof RawResponse ? result.body : result;
  if (body === null || body === undefined) return { status, headers: more, body: Buffer.alloc(0) };
  if (typeof body !== 'object' || body instanceof Uint8Array || 'pipe' in body) return null;
  const headers = { 'content-type': 'application/json', ...more };
  return { status, headers, body: Buffer.from(JSON.stringify(body)) };
}
