import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Operation, type OperationName, operations } from '@paraph/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { SEEN_DIR } from '../../tools/operations-seen.mjs';

const names = new Map(
  (Object.entries(operations) as [OperationName, Operation][]).map(([name, { method, path }]) => [
    `${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
    name,
  ]),
);

type Routed = Pick<FastifyRequest, 'method' | 'routeOptions'>;
const nameOf = ({ method, routeOptions }: Routed) => names.get(`${method} ${routeOptions.url}`) ?? null;

/** The operation that a request is; null for pages and files. */
export function operationOf(request: Routed): Operation | null {
  const name = nameOf(request);
  return name === null ? null : operations[name];
}

const recorded = new Set<string>();

/** Records each operation that answers with its success status; `npm test` fails for operations never recorded. */
export function recordOperations(app: FastifyInstance): void {
  const seenDir = process.env[SEEN_DIR];
  if (seenDir === undefined) return;
  app.addHook('onResponse', async (request, { statusCode }) => {
    const name = nameOf(request);
    if (name === null || recorded.has(name) || statusCode !== operations[name].status) return;
    recorded.add(name);
    appendFileSync(join(seenDir, String(process.pid)), `${name}\n`);
  });
}
