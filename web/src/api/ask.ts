/** Calls by their routes in the contract: another path, value or answer than it has fails to compile. */
import type { AnswerOf, OperationName, Operations, PartOf } from '@paraph/contract';
import { type CallOptions, call } from './call.ts';

type Routes = {
  [Name in OperationName as `${Operations[Name]['method']} ${Operations[Name]['path']}`]: Operations[Name];
};
export type Route = keyof Routes;

type Sent<T> = T extends readonly (infer Item)[]
  ? readonly Sent<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: object extends Pick<T, Key> ? Sent<T[Key]> | undefined : Sent<T[Key]> }
    : T;

/** By route, so that the compiler works out those of the routes that are asked, and not of all. */
type Places = { [R in Route]: Sent<PartOf<Routes[R], 'params'>> & Sent<PartOf<Routes[R], 'query'>> };
type Bodies = { [R in Route]: Sent<PartOf<Routes[R], 'body'>> };
type Answers = { [R in Route]: AnswerOf<Routes[R]> };

/** The values of the path and of the query. */
export type Where<R extends Route> = Places[R];
export type Body<R extends Route> = Bodies[R];
export type Answer<R extends Route> = Answers[R];
type Options<R extends Route> = Omit<CallOptions, 'method' | 'json'> & { json?: Body<R> };

/** The values that the path names are filled in, the others are its query. */
export function addressOf<R extends Route>(route: R, where: Where<R>): string {
  return addressIn(route, where);
}

/** Of any route: what has been checked for one is not compared once more with all of them. */
function addressIn(route: string, where: unknown): string {
  const [, path = ''] = route.split(' ');
  const values = new Map(Object.entries(where as object).filter(([, value]) => value !== undefined));
  const filled = path.replace(/\{(\w+)\}/g, (_braces, name: string) => {
    const value = encodeURIComponent(String(values.get(name)));
    values.delete(name);
    return value;
  });
  const query = new URLSearchParams([...values].map(([name, value]) => [name, String(value)]));
  return values.size === 0 ? filled : `${filled}?${query}`;
}

export function ask<R extends Route>(
  route: R,
  where: Where<R>,
  options: Options<R> = {},
): Promise<Answer<R>> {
  return request(route, where, options);
}

/** For the `queryFn` of a query. */
export function reading<R extends Route>(route: R, where: Where<R>) {
  return ({ signal }: { signal: AbortSignal }) => request<Answer<R>>(route, where, { signal });
}

/** A call that its body alone describes. */
export function sending<R extends Route>(route: R) {
  return (json: Body<R>) => request<Answer<R>>(route, {}, { json });
}

function request<T>(route: string, where: unknown, options: CallOptions): Promise<T> {
  const [method] = route.split(' ') as [NonNullable<CallOptions['method']>];
  return call(addressIn(route, where), { ...options, method });
}
