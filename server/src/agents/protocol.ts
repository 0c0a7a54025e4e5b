import { isRecord } from '@paraph/domain';

/** The stateless revision; what follows are those that begin with `initialize`. */
export const MODERN = '2026-07-28';
const HANDSHAKES = ['2025-11-25', '2025-06-18', '2025-03-26'] as const;
/** What a request without a version speaks, by the revisions since. */
const SILENT = '2025-03-26';

/** The codes of JSON-RPC, and those that MCP adds. */
export const RPC = {
  parseError: -32_700,
  invalidRequest: -32_600,
  methodNotFound: -32_601,
  invalidParams: -32_602,
  internalError: -32_603,
  headerMismatch: -32_020,
  unsupportedVersion: -32_022,
} as const;

const STATUSES: Readonly<Record<number, number>> = { [RPC.methodNotFound]: 404 };

export class RpcProblem extends Error {
  readonly code: number;
  readonly data: object | undefined;

  constructor(code: number, message: string, data?: object) {
    super(message);
    this.name = 'RpcProblem';
    this.code = code;
    this.data = data;
  }

  /** In the stateless revision, what is wrong with a request itself has a status of its own. */
  get status(): number {
    return STATUSES[this.code] ?? 400;
  }
}

export interface RpcRequest {
  /** Null: a notification, which nothing is answered to. */
  id: string | number | null;
  method: string;
  params: Record<string, unknown>;
  isModern: boolean;
}

interface Headers {
  version: string | undefined;
  method: string | undefined;
  name: string | undefined;
}

/**
 * One message. The stateless revision says in each what it speaks, and repeats it in headers, by which proxies route:
 * where both differ, nothing is done.
 *
 * @throws RpcProblem
 */
export function readRpc(body: unknown, headers: Headers): RpcRequest {
  if (!isRecord(body) || body.jsonrpc !== '2.0' || typeof body.method !== 'string')
    throw new RpcProblem(RPC.invalidRequest, 'Send one JSON-RPC 2.0 request; batches are not read.');
  const { id = null, method } = body;
  if (id !== null && typeof id !== 'string' && typeof id !== 'number')
    throw new RpcProblem(RPC.invalidRequest, 'The id must be a text or a number.');
  const params = isRecord(body.params) ? body.params : {};
  const meta = isRecord(params._meta) ? params._meta : {};
  const stated = meta['io.modelcontextprotocol/protocolVersion'];
  const isModern = stated !== undefined || headers.version === MODERN;
  if (isModern) checkModern({ stated, method, params }, headers);
  else if (![SILENT, ...HANDSHAKES].includes(headers.version ?? SILENT)) throw unsupported(headers.version);
  return { id, method, params, isModern };
}

function checkModern(
  { stated, method, params }: { stated: unknown; method: string; params: Record<string, unknown> },
  headers: Headers,
): void {
  if (stated !== MODERN) throw unsupported(stated);
  const pairs: [string, string | undefined, unknown][] = [
    ['MCP-Protocol-Version', headers.version, stated],
    ['Mcp-Method', headers.method, method],
  ];
  if (method === 'tools/call') pairs.push(['Mcp-Name', headers.name, params.name]);
  if (method === 'resources/read') pairs.push(['Mcp-Name', headers.name, params.uri]);
  const wrong = pairs.find(([, header, value]) => header !== value);
  if (wrong)
    throw new RpcProblem(RPC.headerMismatch, `The header ${wrong[0]} must repeat what the body says.`);
}

function unsupported(requested: unknown): RpcProblem {
  const supported = [MODERN, ...HANDSHAKES];
  const words = `Unsupported protocol version: ${String(requested).slice(0, 40)}`;
  return new RpcProblem(RPC.unsupportedVersion, words, {
    supported,
    requested: String(requested).slice(0, 40),
  });
}

/** The revision that a handshake ends with: the one that was asked for, or the newest of its kind. */
export function agreeOnVersion({ protocolVersion }: Record<string, unknown>): string {
  return HANDSHAKES.find((version) => version === protocolVersion) ?? HANDSHAKES[0];
}

export function answerRpc({ id, isModern }: RpcRequest, result: object, server: object): object {
  const beside = isModern
    ? { resultType: 'complete', _meta: { 'io.modelcontextprotocol/serverInfo': server } }
    : {};
  return { jsonrpc: '2.0', id, result: { ...result, ...beside } };
}

export function refuseRpc(id: RpcRequest['id'], { code, message, data }: RpcProblem): object {
  return { jsonrpc: '2.0', id, error: { code, message, ...(data ? { data } : {}) } };
}
