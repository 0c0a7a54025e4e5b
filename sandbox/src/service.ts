import { readGrant } from './grants.ts';
import { exchangeGrant } from './oauth.ts';
import { SandboxError, type SandboxPorts } from './ports.ts';
import { describeSandbox, METHODS, type Parameters } from './signing.ts';

export interface SandboxRequest {
  /** Below the sandbox's own: `/csc/v2/info`. */
  path: string;
  /** The header `Authorization`; empty without one. */
  authorization: string;
  body: string;
}

/** Answers a call of the CSC API or of the token endpoint, as JSON. */
export async function answerSandbox(
  ports: SandboxPorts,
  request: SandboxRequest,
): Promise<{ status: number; body: string }> {
  try {
    return { status: 200, body: JSON.stringify(await callMethod(ports, request)) };
  } catch (error) {
    if (!(error instanceof SandboxError)) throw error;
    const { code, message, status } = error;
    return { status, body: JSON.stringify({ error: code, error_description: message }) };
  }
}

async function callMethod(
  ports: SandboxPorts,
  { path, authorization, body }: SandboxRequest,
): Promise<object> {
  if (path === '/oauth2/token') return exchangeGrant(ports, new URLSearchParams(body));
  if (path === '/csc/v2/info') return describeSandbox(ports);
  const name = Object.keys(METHODS).find((each) => path === `/csc/v2/${each}`);
  if (!name) throw new SandboxError('not_found', 'There is no such method.', 404);
  const token = /^Bearer (.+)$/.exec(authorization)?.[1] ?? '';
  const consent = await readGrant(ports, 'token', token);
  if (!consent) throw new SandboxError('invalid_token', 'The access token is unknown or has ended.', 401);
  return METHODS[name as keyof typeof METHODS](ports, { consent, token, parameters: parse(body) });
}

function parse(body: string): Parameters {
  try {
    const value: unknown = JSON.parse(body);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new SandboxError('invalid_request', 'The body is not a JSON object.');
}
