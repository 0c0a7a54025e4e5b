import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Operation, operations } from '@paraph/contract';
import type { FastifyInstance } from 'fastify';
import { SEEN_DIR } from '../../tools/operations-seen.mjs';

const names = new Map(
  (Object.entries(operations) as [string, Operation][]).map(([name, { method, path }]) => [
    `${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
    name,
  ]),
);
const recorded = new Set<string>();

/** Records each operation that answers with its success status; `npm test` fails for operations never recorded. */
export function recordOperations(app: FastifyInstance): void {
  const seenDir = process.env[SEEN_DIR];
  if (seenDir === undefined) return;
  app.addHook('onResponse', async ({ method, routeOptions }, { statusCode }) => {
    const name = names.get(`${method} ${routeOptions.url}`);
    if (name === undefined || recorded.has(name)) return;
    if (statusCode !== operations[name as keyof typeof operations].status) return;
    recorded.add(name);
    appendFileSync(join(seenDir, String(process.pid)), `${name}\n`);
  });
}
