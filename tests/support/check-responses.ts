import { ErrorBody, type Operation, refusalsOf, successesOf } from '@paraph/contract';
import { REFUSALS, Refusal, type RefusalCode } from '@paraph/domain';
import type { FastifyInstance } from 'fastify';
import type { TSchema } from 'typebox';
import { bodyOf } from '../../server/src/http/error-handler.ts';
import { validatorOf } from '../../server/src/http/lenient.ts';
import { operationOf } from './record-operations.ts';

interface Answer {
  status: number;
  type: string;
  body: string;
}

/** Compares each response of an app with the contract: a deviation is a bug. */
export function checkResponses(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const operation = operationOf(request);
    if (operation === null) return payload;
    const isText = typeof payload === 'string' || payload instanceof Uint8Array;
    const type = String(reply.getHeader('content-type') ?? '');
    const problem = problemOf(operation, {
      status: reply.statusCode,
      type,
      body: isText && !type.startsWith('image/') ? String(payload) : '',
    });
    if (problem === null) return payload;
    const words = `${operation.path} answered outside its contract: ${problem}`;
    reply.status(500).header('content-type', 'application/json').removeHeader('content-length');
    return bodyOf(new Refusal('INTERNAL_ERROR', words), request.id);
  });
}

/**
 * Why a response violates the contract: an undeclared, missing or invalid property, an undeclared status or refusal.
 */
function problemOf(operation: Operation, answer: Answer): string | null {
  // Internal errors are reported by the response itself.
  if (answer.status === REFUSALS.INTERNAL_ERROR) return null;
  if (successesOf(operation).includes(answer.status)) return problemOfSuccess(operation, answer);
  if (answer.status < 400) return `the status ${answer.status}`;
  return problemOfRefusal(operation, answer);
}

function problemOfSuccess({ answer: declared }: Operation, { type, body }: Answer): string | null {
  const isJson = type === 'application/json';
  if (declared === null) return body === '' ? null : 'a body where there is none';
  if (typeof declared === 'object') {
    return isJson ? fits(declared, JSON.parse(body)) : `the content type ${type}`;
  }
  return isJson ? 'JSON where there are bytes' : null;
}

function problemOfRefusal(operation: Operation, { status, type, body }: Answer): string | null {
  if (type !== 'application/json') return `the content type ${type}`;
  const { standardErrors } = operation;
  const read = JSON.parse(body) as { error: { code: RefusalCode } };
  if (standardErrors && typeof read.error === 'string') return fits(standardErrors, read);
  const misfit = fits(ErrorBody, read);
  if (misfit !== null) return misfit;
  const { code } = read.error;
  if (REFUSALS[code] !== status) return `${code} with the status ${status}`;
  return refusalsOf(operation).includes(code) ? null : `the refusal ${code}`;
}

/** Why a value does not fit its schema; null where it does. */
export function fits(schema: TSchema, value: unknown): string | null {
  const validator = validatorOf(schema);
  return validator.Check(value) ? null : JSON.stringify(validator.Errors(value)[0]);
}
