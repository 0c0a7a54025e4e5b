import type { Readable } from 'node:stream';
import {
  type AnswerOf,
  type BodyOf,
  type Operation,
  type OperationName,
  type Operations,
  operations,
  type ParamsOf,
  type QueryOf,
} from '@paraph/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import type { Caller, Visitor } from './caller.ts';
import type { ReadValues } from './form-values.ts';
import type { Form } from './multipart.ts';

/** What a handler gets: everything is checked against the operation's schemas before. */
export interface Call<O extends Operation> {
  params: ParamsOf<O>;
  query: QueryOf<O>;
  body: O['bodyKind'] extends 'multipart' | 'either' ? FormOf<O> : BodyOf<O>;
  caller: O['access'] extends 'caller' | 'session' ? Caller : Caller | null;
  visitor: Visitor;
  request: FastifyRequest;
  reply: FastifyReply;
}

type FormOf<O extends Operation> = O['body'] extends TSchema ? Form & ReadValues<O['body']> : Form;

/** A handler returns the body of success, if it has one; a `RawResponse` for another status, headers or bytes. */
export type Handler<O extends Operation> = (
  call: Call<O>,
) => O['answer'] extends null ? Promise<void> : Promise<AnswerOf<O> | RawResponse>;

export type Handlers = { [Name in OperationName]: Handler<Operations[Name]> };

/** A response that is more than a JSON body: bytes, a page, other headers. */
export class RawResponse {
  readonly status: number;
  readonly body: Readable | Uint8Array | string | object | null;
  readonly headers: Readonly<Record<string, string | number>>;

  constructor(
    status: number,
    body: Readable | Uint8Array | string | object | null,
    headers: Readonly<Record<string, string | number>> = {},
  ) {
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

/** A response with a secret is sent as text, so that it is not stored for an Idempotency-Key. */
export function answerOnce(name: OperationName, answer: object): RawResponse {
  const headers = { 'content-type': 'application/json' };
  return new RawResponse(operations[name].status, JSON.stringify(answer), headers);
}
