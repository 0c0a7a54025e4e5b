import { LIMITS } from '@paraph/domain';
import { type TProperties, type TSchema, Type } from 'typebox';

/** Field lists are complete: always all keys, null where empty (interface.md §3). */
export function exact<P extends TProperties>(properties: P) {
  return Type.Object(properties, { additionalProperties: false });
}

export function nullable<T extends TSchema>(schema: T) {
  return Type.Union([schema, Type.Null()]);
}

export function oneOf<const V extends readonly string[]>(values: V) {
  return Type.Unsafe<V[number]>(Type.Enum([...values]));
}

/** Seconds since 1970. */
export const Timestamp = Type.Integer({ description: 'Seconds since 1970' });
export const Id = Type.Integer({ minimum: 1 });
export const EnvelopeId = Type.String({
  pattern: '^[0-9]{8}[0-9a-f]{32}$',
  description: 'Creation date and 32 hex digits',
});

/** What a path names a workflow by; handlers get the integer of either (interface.md §1). */
export const WorkflowId = Type.Unsafe<number>(
  Type.Union([Id, EnvelopeId], { description: 'Of the workflow: its integer id or its 40-character id' }),
);

export const Text = Type.String();

/** The same, in the families whose own id is the text; a text that is neither is answered as an unknown id. */
export const EnvelopeRef = Type.Unsafe<string>(
  Type.Union([Text, Id], {
    description: 'Of the workflow: its 40-character id or its integer id',
  }),
);

export const PageQuery = Type.Object({
  page: Type.Optional(Type.Integer({ minimum: 1, default: 1 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, default: LIMITS.pageLimitDefault })),
  query: Type.Optional(Type.String({ maxLength: 200 })),
});

/** A page of a list (interface.md §7). */
export function pageOf<T extends TSchema>(item: T) {
  return exact({
    total: Type.Integer({
      description:
        `How many there are in all. Of workflows that are searched for by \`query\`, \`metadata\` or \`tags\`, exact up ` +
        `to ${LIMITS.searchCountMax}; where there are more, it says no more than that there is another page`,
    }),
    limit: Type.Integer({ description: 'Of this page: what was asked for, at most 100' }),
    pages: Type.Integer({ description: 'That `total` makes' }),
    items: Type.Array(item),
  });
}

export const Picture = exact({
  file: nullable(Text),
  thumb: nullable(Text),
  format: Text,
  size: Type.Integer(),
});

export const Country = Type.String({ pattern: '^[A-Z]{2}$', description: 'ISO 3166-1, two capital letters' });

export const Profile = exact({
  id: Id,
  email: Text,
  name: Text,
  firstName: nullable(Text),
  lastName: nullable(Text),
  country: nullable(Country),
  picture: Picture,
});

/** A member who has no account yet has a profile all the same: clients in use read its keys (interface.md §3). */
export const MemberProfile = exact({
  id: nullable(Id),
  email: Text,
  name: nullable(Text),
  firstName: nullable(Text),
  lastName: nullable(Text),
  country: nullable(Country),
  picture: Picture,
});

export const ErrorBody = exact({
  error: exact({
    statusCode: Type.Integer(),
    code: Text,
    message: Text,
    violations: Type.Optional(Type.Record(Text, Text)),
    requestId: Text,
  }),
});

/** The body of an answer that says nothing but "done". */
export const Nothing = exact({});
