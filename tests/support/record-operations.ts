import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Operation, type OperationName, operations } from '@paraph/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { expect } from 'vitest';
import { SEEN_DIR } from '../../tools/operations-seen.mjs';

const routes = new Map(
  (Object.entries(operations) as [OperationName, Operation][]).map(([name, operation]) => [
    `${operation.method} ${operation.path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
    { name, operation },
  ]),
);

type Routed = Pick<FastifyRequest, 'method' | 'routeOptions'>;
const routeOf = ({ method, routeOptions }: Routed) => routes.get(`${method} ${routeOptions.url}`) ?? null;

/** The operation that a request is; null for pages and files. */
export function operationOf(request: Routed): Operation | null {
  return routeOf(request)?.operation ?? null;
}

const recorded = new Set<string>();

/**
 * Records each operation that answers with its success status; `npm test` fails for operations never recorded. What
 * random requests reach is not: those of another run may not.
 */
export function recordOperations(app: FastifyInstance): void {
  const seenDir = process.env[SEEN_DIR];
  if (seenDir === undefined) return;
  app.addHook('onResponse', async (request, { statusCode }) => {
    const route = routeOf(request);
    if (route === null || recorded.has(route.name) || statusCode !== route.operation.status) return;
    if (expect.getState().testPath?.endsWith('generated/requests.test.ts')) return;
    recorded.add(route.name);
    appendFileSync(join(seenDir, String(process.pid)), `${route.name}\n`);
  });
}
