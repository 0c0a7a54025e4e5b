import {
  type AnswerOf,
  type Operation,
  type OperationName,
  type Operations,
  operations,
} from '@paraph/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { sha256 } from '../platform/ids.ts';
import { answering } from './acting.ts';
import { type Call, type Handlers, RawResponse } from './bind.ts';
import { type Caller, requireScope, type Visitor } from './caller.ts';
import { withinCallersRows } from './caller-scope.ts';
import { readFormValues } from './form-values.ts';
import { check, checkQuery } from './lenient.ts';
import type { UploadedFile } from './multipart.ts';
import { guardSession } from './session-guards.ts';

/** An operation as another part of the service calls it: values as its path, query and body have them. */
export interface InnerCall {
  caller: Caller;
  visitor: Visitor;
  request: FastifyRequest;
  reply: FastifyReply;
  params?: object;
  query?: object;
  body?: object;
  /** Of a form. */
  document?: UploadedFile;
}

/** Carries out an operation as its own path would: scope, step-up, schemas, records and handler are the same. */
export type Perform = <Name extends OperationName>(
  name: Name,
  call: InnerCall,
) => Promise<AnswerOf<Operations[Name]>>;

export function performing(deps: Pick<Deps, 'clock' | 'config'>, handlers: Handlers): Perform {
  return async <Name extends OperationName>(name: Name, { document, ...inner }: InnerCall) => {
    const operation: Operation = operations[name];
    const { caller, visitor } = inner;
    guardSession(deps, operation, caller);
    if (operation.scope) requireScope(caller, operation.scope);
    const params = operation.params ? check(operation.params, inner.params) : {};
    const query = operation.query ? checkQuery(operation.query, inner.query) : {};
    const body = readInnerBody(operation, inner.body, document);
    const handle = handlers[name] as (call: Call<Operation>) => Promise<unknown>;
    const call = { ...inner, params, query, body } as unknown as Call<Operation>;
    const act = () => withinCallersRows(deps, { caller, operation }, () => handle(call));
    const answer = await answering({ caller, visitor }, act);
    if (answer instanceof RawResponse) throw new Error(`${name} answers no JSON, and is called by its path`);
    return answer as AnswerOf<Operations[Name]>;
  };
}

function readInnerBody({ body, bodyKind }: Operation, value: object | undefined, document?: UploadedFile) {
  if (!body) return undefined;
  if (bodyKind !== 'multipart' && bodyKind !== 'either') return check(body, value);
  const uploads = document ? [{ name: 'document', file: document }] : [];
  const files = document ? { document } : {};
  return { files, uploads, digest: sha256(''), ...readFormValues(body, value) };
}
