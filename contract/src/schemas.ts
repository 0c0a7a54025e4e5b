import { LIMITS, REFUSAL_REASONS } from '@paraph/domain';
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

/** The same schema with other words for people: what the value means in its place. */
export function described<T extends TSchema>(schema: T, description: string): T {
  const words = { value: description, configurable: true, enumerable: true, writable: true };
  return Object.defineProperties(
    {},
    { ...Object.getOwnPropertyDescriptors(schema), description: words },
  ) as T;
}

/** Not enumerable: no part of the schema as JSON. */
const MISFIT = '~misfit';

/** The same schema with the sentence that a form's part is refused with where it does not fit. */
export function withMisfit<T extends TSchema>(schema: T, sentence: string): T {
  const misfit = { value: sentence, configurable: true, enumerable: false, writable: true };
  return Object.defineProperties({}, { ...Object.getOwnPropertyDescriptors(schema), [MISFIT]: misfit }) as T;
}

/** Null where a value that does not fit is the same as an absent one: a rule of the domain says what is missing. */
export function misfitOf(schema: TSchema): string | null {
  const { [MISFIT]: sentence } = schema as { [MISFIT]?: string };
  return sentence ?? null;
}

export type Limits = Partial<
  Record<
    'minLength' | 'maxLength' | 'minimum' | 'maximum' | 'minItems' | 'maxItems' | 'maxProperties',
    number
  >
> & { pattern?: string };

const LIMITED = '~limits';

/**
 * The same schema with limits that the use case enforces, not the schema check: so a request gets all of its problems
 * at once, after its caller is authorized. The description of the interface states them.
 */
export function limited<T extends TSchema>(schema: T, limits: Limits): T {
  const value = { value: limits, configurable: true, enumerable: false, writable: true };
  return Object.defineProperties({}, { ...Object.getOwnPropertyDescriptors(schema), [LIMITED]: value }) as T;
}

export function limitsOf(schema: object): Limits {
  const { [LIMITED]: limits = {} } = schema as { [LIMITED]?: Limits };
  return limits;
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

export const Sha256 = Type.String({
  pattern: '^[0-9a-f]{64}$',
  description: 'SHA-256 in lowercase hexadecimal',
});

/** The same, in the families whose own id is the text; a text that is neither is answered as an unknown id. */
export const EnvelopeRef = Type.Unsafe<string>(
  Type.Union([Text, Id], {
    description: 'Of the workflow: its 40-character id or its integer id',
  }),
);

export const WorkspacePath = Type.Object({ workspaceId: described(Id, 'Id of the workspace') });

/** Which page of a list that is not searched. */
export const PagesQuery = Type.Object({
  page: described(Type.Optional(Type.Integer({ minimum: 1, default: 1 })), 'Which page of the list, from 1'),
  limit: described(
    Type.Optional(Type.Integer({ minimum: 1, default: LIMITS.pageLimitDefault })),
    'Members of a page; 8 by default, at most 100',
  ),
});

export const PageQuery = Type.Object({
  ...PagesQuery.properties,
  query: described(
    Type.Optional(Type.String({ maxLength: 200 })),
    'Searches names and recipients for each of these words, in any order, without case or accents',
  ),
});

/** A page of a list (interface.md §7). */
export function pageOf<T extends TSchema>(item: T) {
  return exact({
    total: Type.Integer({
      description:
        `How many there are in all. Of workflows that are searched for by \`query\`, \`metadata\` or \`tags\`, exact up ` +
        `to ${LIMITS.searchCountMax}; where there are more, it says no more than that there is another page`,
    }),
    limit: Type.Integer({ description: 'Members of a page: what the query says, at most 100' }),
    pages: Type.Integer({ description: 'How many pages of the list `total` makes' }),
    items: described(Type.Array(item), 'The members of this page'),
  });
}

export const Picture = exact({
  file: described(nullable(Text), 'Absolute address of the picture; null for the generated one'),
  thumb: described(nullable(Text), 'Absolute address of a small picture'),
  format: described(Text, '`png` or `jpeg`'),
  size: described(Type.Integer(), 'Bytes'),
});

export const Country = Type.String({ pattern: '^[A-Z]{2}$', description: 'ISO 3166-1, two capital letters' });

export const Profile = exact({
  id: described(Id, 'Id of the user'),
  email: described(Text, 'The user’s email address'),
  name: described(Text, 'Given name and family name'),
  firstName: described(nullable(Text), 'Given name'),
  lastName: described(nullable(Text), 'Family name'),
  country: described(nullable(Country), 'ISO 3166-1, two capital letters'),
  picture: described(Picture, 'The picture of the account; its addresses are null where there is none'),
});

/** A member who has no account yet has a profile all the same: clients in use read its keys (interface.md §3). */
export const MemberProfile = exact({
  id: described(nullable(Id), 'Id of the user; null until the invited person has an account'),
  email: described(Text, 'The member’s email address'),
  name: described(nullable(Text), 'Given name and family name; null until the person has an account'),
  firstName: described(nullable(Text), 'Given name'),
  lastName: described(nullable(Text), 'Family name'),
  country: described(nullable(Country), 'ISO 3166-1, two capital letters'),
  picture: described(Picture, 'The picture of the account; its addresses are null where there is none'),
});

export const ErrorBody = exact({
  error: described(
    exact({
      statusCode: described(Type.Integer(), 'The HTTP status'),
      code: described(Text, 'One of the error codes of the interface'),
      message: described(Text, 'The error in words that may be shown to people'),
      reason: described(
        Type.Optional(oneOf(REFUSAL_REASONS)),
        'For the signing page: which of the causes of a conflict it is',
      ),
      violations: described(
        Type.Optional(Type.Record(Text, Text)),
        'Parameter in bracket notation to a sentence with the remedy',
      ),
      requestId: described(Text, 'The id of the call in the server’s log'),
    }),
    'The error',
  ),
});

/** The body of an answer that says nothing but "done". */
export const Nothing = exact({});
