import {
  type AnswerOf,
  type BodyOf,
  type Operation,
  type Operations,
  operations,
  type ParamsOf,
} from '@paraph/contract';
import { describe, expect, it } from 'vitest';
import { Paraph } from '../../sdk/src/index.ts';
import { fakeServer, json } from './fake-server.ts';

const offered = (Object.entries(operations) as [string, Operation][]).filter(([, each]) => !each.internal);
const baseUrl = 'https://sign.example.com';

const keysOf = (schema: unknown) =>
  Object.keys((schema as { properties?: object } | undefined)?.properties ?? {});
const sampleOf = (schema: unknown, key: string) => {
  const { type } = (schema as { properties: Record<string, { type?: string }> }).properties[key] ?? {};
  return type === 'integer' || type === 'number' ? 7 : 'x';
};
const filled = (schema: unknown) =>
  Object.fromEntries(keysOf(schema).map((key) => [key, sampleOf(schema, key)]));

describe('every operation of the contract that is not internal', () => {
  it.each(offered)('%s is called as the contract says', async (name, operation) => {
    const { method, path, params, query, body, access, answer } = operation;
    const isEmpty =
      [params, query, body].every((schema) => keysOf(schema).length === 0) && !operation.bodyKind;
    const { sent, fetch } = fakeServer(answer === null ? new Response(null, { status: 204 }) : json({}));
    const client = new Paraph({ baseUrl, token: 'TOKEN', fetch }) as unknown as Record<
      string,
      (...given: object[]) => Promise<unknown>
    >;
    const input = { ...filled(params), ...filled(query), ...filled(body) };
    await client[name]?.(...(isEmpty ? [] : [input]), { headers: { 'x-trace': 'abc' } });
    const [request] = sent;
    expect(request?.method).toBe(method);
    expect(request?.url.pathname).toBe(
      path.replaceAll(/\{(\w+)\}/g, (_match, key: string) => `${filled(params)[key] ?? 'x'}`),
    );
    expect([...(request?.url.searchParams.keys() ?? [])].sort()).toEqual(keysOf(query).sort());
    const text = typeof request?.body === 'string' ? request.body : '';
    const written = operation.bodyKind === 'form' ? Object.fromEntries(new URLSearchParams(text)) : text;
    if (body && operation.bodyKind !== 'multipart') {
      expect(typeof written === 'string' ? JSON.parse(written) : written).toEqual(filled(body));
    }
    expect(request?.headers.get('x-trace')).toBe('abc');
    expect(request?.headers.get('authorization')).toBe(access === 'client' ? null : 'Bearer TOKEN');
  });

  it('and no other is a method', () => {
    const client = new Paraph({ baseUrl });
    expect(Object.keys(client).sort()).toEqual([...offered.map(([name]) => name), 'download'].sort());
  });
});

type Shared = keyof Operations & keyof Paraph;
type Method<Name extends Shared> = Extract<Paraph[Name], (...given: never[]) => unknown>;
type Told<Name extends Shared> = Awaited<ReturnType<Method<Name>>>;
type Input<Name extends Shared> = Parameters<Method<Name>>[0];
/** Of these the contract has no shape, or the SDK two. */
type Shapeless = { [Name in Shared]: AnswerOf<Operations[Name]> extends undefined ? Name : never }[Shared];
type WithAnswer = Exclude<Shared, Shapeless | 'listEnvelopes'>;
type OtherAnswers = {
  [Name in WithAnswer]: Told<Name> extends AnswerOf<Operations[Name]> ? never : Name;
}[WithAnswer];
type WithBody = {
  [Name in Shared]: BodyOf<Operations[Name]> extends object ? Name : never;
}[Shared];
type OtherBodies = {
  [Name in WithBody]: NonNullable<Input<Name>> extends BodyOf<Operations[Name]> ? never : Name;
}[WithBody];
type WithParams = {
  [Name in Shared]: ParamsOf<Operations[Name]> extends Record<string, never> ? never : Name;
}[Shared];
/** A path names a workflow by either of its ids; the handlers get one of the two. */
type Named<Params> = {
  [Name in keyof Params]: Name extends 'workflowId' | 'envelopeId' ? number | string : Params[Name];
};
type OtherParams = {
  [Name in WithParams]: NonNullable<Input<Name>> extends Named<ParamsOf<Operations[Name]>> ? never : Name;
}[WithParams];

it('has the types that the contract has, as the compiler sees them', () => {
  // A name in one of these does not compile.
  const others: [OtherAnswers, OtherBodies, OtherParams][] = [];
  const none: never[] = others.flat();
  expect(none).toEqual([]);
});
