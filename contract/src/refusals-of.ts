import type { RefusalCode } from '@paraph/domain';
import type { Operation } from './operation.ts';
import { mayNeedStepUp } from './step-up-acts.ts';

/**
 * Every refusal that a call of an operation can meet: those it names, and those that follow from how calls are let in
 * and read. Documentation and the comparison of answers with the contract rest on this one list.
 */
export function refusalsOf(operation: Operation): readonly RefusalCode[] {
  const { method, access, scope, refusals } = operation;
  const writes = method !== 'GET';
  const takesPrograms = access === 'caller' || access === 'open';
  const knowsCaller = takesPrograms || access === 'session';
  const implied: readonly (readonly [boolean, readonly RefusalCode[]])[] = [
    [access === 'caller' || access === 'session', ['AUTHENTICATION_REQUIRED']],
    [scope !== undefined || (writes && access !== 'client'), ['UNAUTHORIZED_TO_PERFORM_THIS_ACTION']],
    [takesPrograms, ['RATE_LIMIT_REACHED', 'API_KEY_RATE_LIMIT_REACHED', 'QUOTA_REACHED']],
    [access === 'caller' || access === 'session', ['SECOND_FACTOR_SET_UP_REQUIRED']],
    [mayNeedStepUp(operation), ['STEP_UP_REQUIRED']],
    // Of what is sent, or of the Host alone.
    [true, ['VALIDATION_ERROR']],
    // A body is parsed for every operation.
    [writes, ['DOCUMENT_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE']],
    [
      knowsCaller && (method === 'POST' || method === 'PUT'),
      ['IDEMPOTENCY_KEY_IN_USE', 'IDEMPOTENCY_KEY_REUSED'],
    ],
    [true, ['SERVICE_UNAVAILABLE']],
  ];
  return [...new Set([...refusals, ...implied.flatMap(([applies, codes]) => (applies ? codes : []))])];
}

/** Every status of an answer that is no refusal: files may be asked for in part, or not again (RFC 9110). */
export function successesOf({ status, answer }: Operation): readonly number[] {
  return answer === 'binary' ? [status, 206, 304, 416] : [status];
}
