import { REFUSALS, type RefusalCode, SCOPES } from '@paraph/domain';
import { ErrorBody } from '../schemas.ts';
import { exampleOf, type SchemaJson } from './example-of.ts';
import { keyOf, readNamedSchemas, toJson } from './named-schemas.ts';
import { REFUSAL_DESCRIPTIONS } from './refusal-descriptions.ts';

type Json = Record<string, unknown>;

/** Writes schemas with a name for what has one; remembers which names it used. */
export class SchemaRegistry {
  readonly #names: ReadonlyMap<string, string>;
  readonly #used = new Map<string, SchemaJson>([['Error', toJson(ErrorBody)]]);
  readonly #isFlat: boolean;
  /** Answers that many operations may give, each once. */
  readonly responses: Record<string, Json> = {};

  /** `isFlat`: schemas are inlined instead of named. */
  constructor({ isFlat }: { isFlat: boolean }) {
    this.#names = isFlat ? new Map() : readNamedSchemas();
    this.#isFlat = isFlat;
  }

  referToResponse(name: string, response: Json): Json {
    if (this.#isFlat) return response;
    this.responses[name] = response;
    return { $ref: `#/components/responses/${name}` };
  }

  refer(schema: unknown): Json {
    const json = toJson(schema);
    const name = this.#names.get(keyOf(json));
    if (name === undefined) return this.#write(json);
    // What it means in one place is said there, beside the reference.
    const { description: _description, ...properties } = json;
    this.#used.set(name, properties);
    return { $ref: `#/components/schemas/${name}` };
  }

  /** Every schema that was referred to, with those that it refers to in turn. */
  written(): Json {
    const written: Record<string, Json> = {};
    while (Object.keys(written).length < this.#used.size) {
      for (const [name, schema] of this.#used)
        written[name] ??= { ...this.#write(schema), example: exampleOf(schema) };
    }
    return Object.fromEntries(Object.entries(written).sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  #write(schema: SchemaJson): Json {
    const { items, properties, patternProperties, anyOf, format, ...rest } = schema;
    const members = Object.entries(properties ?? {}).map(([name, inner]) => [name, this.#member(inner)]);
    const values = Object.values(patternProperties ?? {})[0];
    return {
      ...rest,
      ...(format === 'upload' ? { type: 'string', format: 'binary' } : {}),
      ...(format !== undefined && format !== 'upload' ? { format } : {}),
      ...(items ? { items: this.refer(items) } : {}),
      ...(properties ? { properties: Object.fromEntries(members) } : {}),
      ...(values ? { additionalProperties: this.refer(values) } : {}),
      ...(anyOf ? { anyOf: anyOf.map((each) => this.refer(each)) } : {}),
    };
  }

  #member(schema: SchemaJson): Json {
    const description =
      schema.description ?? schema.anyOf?.find(({ description }) => description)?.description;
    const written = this.refer(schema);
    return description === undefined ? written : { ...written, description };
  }
}

/** One example of an error for each code. */
export function errorExamples(): Record<string, Json> {
  return Object.fromEntries(
    (Object.entries(REFUSALS) as [RefusalCode, number][]).map(([code, statusCode]) => [
      code,
      {
        summary: REFUSAL_DESCRIPTIONS[code],
        value: {
          error: {
            statusCode,
            code,
            message: MESSAGES[code] ?? REFUSAL_DESCRIPTIONS[code],
            ...(VIOLATIONS[code] ? { violations: VIOLATIONS[code] } : {}),
            requestId: '78e120104b2d14d6c8d2a7a1d4e19ac3',
          },
        },
      },
    ]),
  );
}

const MESSAGES: Partial<Record<RefusalCode, string>> = {
  VALIDATION_ERROR: '2 parameters are not valid.',
  DOCUMENT_NOT_ACCEPTED: 'The document cannot be used.',
  DOCUMENT_TWO_FACED: 'This PDF would not show the same everywhere.',
  CONNECTION_REQUIRED: 'Your organization signs in through Acme.',
  UNAUTHORIZED_TO_PERFORM_THIS_ACTION: 'The API key lacks the scope workflows:write; make a key that has it.',
  WORKFLOW_STATUS_CONFLICT: 'This workflow is signed; it can no longer be canceled.',
  WORKFLOW_HELD:
    'A legal hold keeps this workflow: Lawsuit of May. An administrator of the organization can lift it.',
};

const VIOLATIONS: Partial<Record<RefusalCode, Record<string, string>>> = {
  VALIDATION_ERROR: {
    name: 'Must have 2 to 250 characters.',
    'steps[0][recipients][1][email]': 'Must be an email address.',
  },
  DOCUMENT_NOT_ACCEPTED: { document: 'The PDF is encrypted; send it without a password.' },
  DOCUMENT_TWO_FACED: {
    document:
      'On page 2: A program for printers draws what does not show on a screen. Print it to a new PDF and send that.',
  },
};

export const SECURITY_SCHEMES: Json = {
  oauth: {
    type: 'oauth2',
    description: 'An access token of a user who allowed your integration app.',
    flows: {
      authorizationCode: {
        authorizationUrl: '/integration-apps/authorize',
        tokenUrl: '/oauth/token',
        refreshUrl: '/oauth/token',
        scopes: SCOPES,
      },
    },
  },
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Api-Key',
    description: 'Made under Developers → API keys. `X-YumiSign-Api-Key` is read as well.',
  },
};

/** Headers of answers, each once. */
export const HEADERS: Record<string, Json> = {
  'X-Request-Id': header('Names the call in the server’s log', '78e120104b2d14d6c8d2a7a1d4e19ac3'),
  'Paraph-Ignored': header(
    'Keys of the body that were not understood, and so ignored; at most 1 KB, absent without any',
    'fields[1].style.colour, folowers',
  ),
  'X-RateLimit-Limit': header('Calls that a window allows', 300),
  'X-RateLimit-Remaining': header('Calls left in this window', 299),
  'X-RateLimit-Reset': header('Seconds until the window ends', 30),
  'X-YumiSign-RateLimit-Limit': header('For keys: the same as X-RateLimit-Limit', 300),
  'X-YumiSign-RateLimit-Remaining': header('For keys: the same as X-RateLimit-Remaining', 299),
  'X-YumiSign-CallLimit-Remaining': header('For keys: the same as X-RateLimit-Remaining', 299),
  'Retry-After': header('Seconds until it makes sense to call again', 12),
  'WWW-Authenticate': header('How to show who is calling', 'Bearer'),
  'Idempotency-Replayed': header('`true`: the first answer to this key, once more', 'true'),
  Deprecation: header('Since when it should no longer be used (RFC 9745)', '@1795132800'),
  Sunset: header('When it goes away (RFC 8594)', 'Sat, 01 Jan 2028 00:00:00 GMT'),
  Link: header('What to use instead (RFC 5829)', '</api/v1/…>; rel="successor-version"'),
};

function header(description: string, example: string | number): Json {
  const type = typeof example === 'number' ? 'integer' : 'string';
  return { description, schema: { type }, example };
}
