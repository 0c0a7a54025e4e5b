import type { RateName, RefusalCode, Scope } from '@paraph/domain';
import type { Static, TSchema } from 'typebox';

/**
 * How a call is let in. `caller`: any of the three credentials, checked by `scope`. `session`: the web app's own
 * cookie only. `signer`: the cookie that a link left, to one document. `client`: an app's own id and secret, in the
 * handler. `open`: no credential.
 */
export type Access = 'caller' | 'session' | 'signer' | 'client' | 'open';

/** `json` (the default), `form` (urlencoded), `multipart`, or `either`: a multipart form or the same values as JSON. */
export type BodyKind = 'json' | 'form' | 'multipart' | 'either';

export interface Operation {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** With parameters in braces: `/api/v1/workspaces/{workspaceId}`. */
  path: string;
  summary: string;
  access: Access;
  /** Needed of an app's token; a session has every scope. */
  scope?: Scope;
  /**
   * For strangers: counted by address under this rate before the body is read, which holds one file at most; no answer
   * is remembered.
   */
  countedAs?: RateName;
  /** The rate under which calls of programs are counted, where it is not the one of all others. */
  callerRate?: RateName;
  /** The most bytes of a file in the form, where it is less than a document may have. */
  fileBytesMax?: number;
  /** Left out of the API reference: the pages' own sign-in and signing calls. */
  internal?: boolean;
  /** There is no such path where others can reach the instance. */
  loopbackOnly?: boolean;
  /** What to use instead; the answers carry when it goes away (interface.md §12). */
  deprecated?: string;
  params?: TSchema;
  query?: TSchema;
  /** Every body has a schema; of a multipart form, one property for each part. */
  body?: TSchema;
  bodyKind?: BodyKind;
  /** The status of success, and the shape of its body; null for none, `binary` for bytes. */
  status: 200 | 201 | 202 | 204;
  answer: TSchema | 'binary' | 'html' | 'xml' | null;
  /** Beside what every call of its kind may meet: see `refusalsOf`. */
  refusals: readonly RefusalCode[];
  /** The shape of errors that a standard words itself, beside our own. */
  standardErrors?: TSchema;
}

type Standard = Pick<Operation, 'access' | 'status' | 'refusals'>;
type Definition = Omit<Operation, keyof Standard> & Partial<Standard>;
type Defined<T extends Definition> = T &
  Standard &
  (T extends { access: Access } ? unknown : { access: 'caller' });

/**
 * Keeps the literal types of an operation, so that handlers are typed by it. One that says nothing else is for callers,
 * succeeds with 200, and is refused for what every call of its kind may be.
 */
export function operation<const T extends Definition>(definition: T): Defined<T> {
  return { access: 'caller', status: 200, refusals: [], ...definition } as unknown as Defined<T>;
}

type Shape<S> = S extends TSchema ? Static<S> : Record<string, never>;
export type ParamsOf<O extends Operation> = Shape<O['params']>;
export type QueryOf<O extends Operation> = Shape<O['query']>;
/** One of the three that a request may have; unknown where the operation has none. */
export type PartOf<O extends Operation, Key extends 'params' | 'query' | 'body'> = O[Key] extends TSchema
  ? Static<O[Key]>
  : unknown;
export type BodyOf<O extends Operation> = O['body'] extends TSchema ? Static<O['body']> : undefined;
export type AnswerOf<O extends Operation> = O['answer'] extends TSchema ? Static<O['answer']> : undefined;
