import { REFUSALS, Refusal, type RefusalCode, ShownFault, UnavailableFault } from '@paraph/domain';
import { StorageFault } from '@paraph/storage';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { isFrozen } from '../database/frozen.ts';
import type { Log } from '../platform/observe/log.ts';
import { databaseOutageOf } from '../platform/outage.ts';

/** The request failed and everything it did was rolled back. */
export class UndoneError extends Error {
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.name = 'UndoneError';
  }
}

/** Turns every exception into the error format (interface.md §6). Never reveals internals. */
export function answerError(
  error: unknown,
  { request, reply, log }: { request: FastifyRequest; reply: FastifyReply; log: Log },
): void {
  const refusal = refusalOf(error, { isRead: request.method === 'GET' || request.method === 'HEAD' });
  if (refusal.status >= 500 && !isFrozen(error))
    log.error({ err: error, requestId: request.id }, 'a request failed');
  if (refusal.status === 401 && !reply.hasHeader('www-authenticate')) {
    const shown = request.headers.authorization !== undefined;
    reply.header('www-authenticate', shown ? 'Bearer error="invalid_token"' : 'Bearer');
  }
  if (refusal.missingScope !== undefined) {
    const scope = `scope="${refusal.missingScope}"`;
    reply.header('www-authenticate', `Bearer error="insufficient_scope", ${scope}`);
  }
  if (refusal.retryAfterSeconds !== undefined) {
    reply.header('retry-after', Math.max(1, Math.ceil(refusal.retryAfterSeconds)));
  }
  reply.status(refusal.status).header('content-type', 'application/json').send(bodyOf(refusal, request.id));
}

/** The JSON of an error, also for responses outside of Fastify. */
export function bodyOf(
  refusal: Pick<Refusal, 'status' | 'code' | 'message' | 'violations'> & Partial<Pick<Refusal, 'reason'>>,
  requestId: string,
): string {
  return JSON.stringify({
    error: {
      statusCode: refusal.status,
      code: refusal.code,
      message: refusal.message,
      ...(refusal.reason ? { reason: refusal.reason } : {}),
      ...(refusal.violations ? { violations: refusal.violations } : {}),
      requestId,
    },
  });
}

export function refusalOf(error: unknown, { isRead }: { isRead: boolean }): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof UndoneError) return asUndone(error.cause);
  const { statusCode = 500, code = '' } = (error ?? {}) as Partial<FastifyError>;
  if (isFrozen(error)) return frozen();
  if (error instanceof UnavailableFault) return unavailable(error.message);
  if (error instanceof StorageFault) return unavailable(`${error.message} Try again shortly.`);
  if (error instanceof ShownFault) return new Refusal('INTERNAL_ERROR', error.message);
  const away = databaseOutageOf(error);
  if (away === 'unreachable' || (away && isRead)) {
    return unavailable('The database is not reachable right now; try again shortly.');
  }
  if (away === 'lost') {
    return new Refusal(
      'INTERNAL_ERROR',
      'The database was lost while this request was carried out. Look whether it was before you send it again; ' +
        'with an Idempotency-Key a repeated request never acts twice.',
    );
  }
  if (isTooBusy(error)) {
    return unavailable('The database took too long over this request; try again shortly.');
  }
  const overtaken = overtakenBy(error);
  if (overtaken) return overtaken;
  if (statusCode >= 500) {
    return new Refusal(
      'INTERNAL_ERROR',
      isRead
        ? 'Something failed on our side; try again, and report the requestId if it fails again.'
        : 'Something failed on our side. Look whether the request was carried out before you send it again; with an ' +
            'Idempotency-Key a repeated request never acts twice.',
    );
  }
  if (statusCode === 413) return new Refusal('DOCUMENT_TOO_LARGE', 'The request is too large.');
  const named = (Object.keys(REFUSALS) as RefusalCode[]).find((each) => REFUSALS[each] === statusCode);
  return new Refusal(named ?? 'VALIDATION_ERROR', messageOf(code, statusCode));
}

function messageOf(code: string, status: number): string {
  if (status === 415) return 'This content type is not read here; send JSON or a form.';
  if (code === 'FST_ERR_CTP_INVALID_JSON_BODY' || status === 400) return 'The body could not be read.';
  return 'The request could not be read.';
}

/** A write into a workspace that was closed concurrently, or by an account that was erased: `livingUser` finds none. */
function overtakenBy(error: unknown): Refusal | null {
  const { code, constraint, column } = (error ?? {}) as Partial<Record<string, string>>;
  if (code === '23503' && constraint?.endsWith('_workspace_id_fkey'))
    return new Refusal('WORKSPACE_NOT_FOUND', 'This workspace was closed meanwhile.');
  if (code === '23502' && column === 'creator_id')
    return new Refusal('AUTHENTICATION_REQUIRED', 'This account was erased meanwhile; nothing was created.');
  return null;
}

/** Tells the client that everything was rolled back and the request may be repeated. */
function asUndone(cause: unknown): Refusal {
  if (databaseOutageOf(cause)) {
    return unavailable('The database is not reachable right now. Nothing was changed; try again shortly.');
  }
  if (isTooBusy(cause)) {
    return unavailable(
      'The database took too long over this request. Nothing was changed; try again shortly.',
    );
  }
  const overtaken = overtakenBy(cause);
  if (overtaken) return overtaken;
  if (isFrozen(cause)) return frozen();
  if (cause instanceof ShownFault) return refusalOf(cause, { isRead: false });
  return new Refusal(
    'INTERNAL_ERROR',
    'Something failed on our side. Nothing was changed; send the request again with the same Idempotency-Key.',
  );
}

const FROZEN_SECONDS = 60;

/** The statement that was refused has rolled back its transaction. */
function frozen(): Refusal {
  return new Refusal(
    'SERVICE_UNAVAILABLE',
    'Nothing of this organization can be changed at present, because who runs this service has frozen it. ' +
      'Nothing was changed; try again later, or ask them.',
    { retryAfterSeconds: FROZEN_SECONDS },
  );
}

function unavailable(message: string): Refusal {
  return new Refusal('SERVICE_UNAVAILABLE', message, { retryAfterSeconds: 2 });
}

/** A statement or a wait for a lock ran out of time, or two transactions waited for each other. */
function isTooBusy(error: unknown): boolean {
  return /^(57014|55P03|40P01|40001)$/.test(String((error as { code?: unknown } | null)?.code ?? ''));
}
