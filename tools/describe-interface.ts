import { type Operation, operations } from '../contract/src/index.ts';
import { REFUSAL_DESCRIPTIONS } from '../contract/src/openapi/refusal-descriptions.ts';
import { REFUSALS, type RefusalCode, SCOPES } from '../domain/src/index.ts';

/** The reference page of the interface, from the one list of operations. */
export function describeInterface(): string {
  const entries = (Object.entries(operations) as [string, Operation][]).filter(([, each]) => !each.internal);
  const lines = [
    '# The interface, operation by operation',
    '',
    'Generated from `contract/` by `npm run generate`. The same as OpenAPI 3.1: `contract/openapi.json`.',
    'Errors have one shape: `{"error": {"statusCode", "code", "message", "violations"?, "requestId"}}`.',
    'Refusals are named that an operation has beside those of every call of its kind: `VALIDATION_ERROR`, `SERVICE_UNAVAILABLE`,',
    'of a caller also `AUTHENTICATION_REQUIRED`, `UNAUTHORIZED_TO_PERFORM_THIS_ACTION` and `RATE_LIMIT_REACHED`. OpenAPI lists all.',
    '',
    '## Scopes',
    '',
    ...Object.entries(SCOPES).map(([name, words]) => `- \`${name}\`: ${words}`),
    '',
    '## Error codes',
    '',
    ...describeErrorCodes(),
    '',
    '## Operations',
  ];
  for (const [name, operation] of entries) lines.push('', ...describe(name, operation));
  return `${lines.join('\n')}\n`;
}

/** A table of what can be refused, and what to do about it. */
export function describeErrorCodes(): string[] {
  const rows = (Object.entries(REFUSALS) as [RefusalCode, number][]).map(
    ([code, status]) => `| ${status} | \`${code}\` | ${REFUSAL_DESCRIPTIONS[code]} |`,
  );
  return ['| Status | Code | What it means |', '|---|---|---|', ...rows];
}

function describe(name: string, operation: Operation): string[] {
  const { method, path, summary, access, scope, status, refusals, bodyKind, body } = operation;
  const who = access === 'caller' ? `Needs \`${scope}\`.` : WHO[access];
  const kind = body || bodyKind ? ` Body: ${bodyKind ?? 'json'}${keysOf(body)}.` : '';
  const query = operation.query ? ` Query${keysOf(operation.query)}.` : '';
  return [
    `### ${name}`,
    '',
    `\`${method} ${path}\` → ${status}`,
    '',
    `${summary}. ${who}${query}${kind}`,
    ...(refusals.length > 0 ? ['', `Refusals: ${refusals.map((code) => `\`${code}\``).join(' ')}`] : []),
  ];
}

const WHO: Record<Exclude<Operation['access'], 'caller'>, string> = {
  session: "Needs the web app's own session.",
  signer: 'Needs the cookie of a signing link.',
  client: "Needs the app's id and secret.",
  open: 'Checked by the call itself.',
};

function keysOf(schema: Operation['body']): string {
  const { properties = {}, required = [] } = (schema ?? {}) as { properties?: object; required?: string[] };
  const keys = Object.keys(properties).map((key) => (required.includes(key) ? `**${key}**` : key));
  return keys.length === 0 ? '' : ` ${keys.join(', ')}`;
}
