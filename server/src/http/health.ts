import { Refusal } from '@paraph/domain';
import type { FastifyInstance } from 'fastify';
import ipaddr from 'ipaddr.js';
import { sql } from 'kysely';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Deps } from '../deps.ts';

/** `/livez`: the process answers. `/readyz`: it can do its work. `/metrics`: how it has been doing. */
export function addHealth(
  app: FastifyInstance,
  deps: Pick<Deps, 'database' | 'log'>,
  isWorking: () => boolean,
): void {
  const metrics = openMetrics(deps);
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions } = request;
    const labels = { method, route: routeOptions.url ?? 'none', status: String(reply.statusCode) };
    metrics.requests.observe(labels, reply.elapsedTime / 1000);
  });
  app.get('/livez', async (_request, reply) => reply.send({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    await sql`select 1`.execute(deps.database);
    if (!isWorking()) throw new Refusal('SERVICE_UNAVAILABLE', 'The worker of this process has stopped.');
    return reply.send({ status: 'ok' });
  });
  app.get('/metrics', async (request, reply) => {
    // For a collector on this machine or network; a proxy that forwards strangers says so.
    const { 'x-forwarded-for': forwarded, forwarded: standard } = request.headers;
    const isStranger = forwarded !== undefined || standard !== undefined || isPublic(request.ip);
    if (isStranger) throw new Refusal('NOT_FOUND', 'There is nothing at /metrics.');
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
}

function isPublic(ip: string): boolean {
  return !ipaddr.isValid(ip) || ipaddr.process(ip).range() === 'unicast';
}

function openMetrics(deps: Pick<Deps, 'database' | 'log'>) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'paraph_http_request_seconds',
    help: 'How long requests took, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  new Gauge({
    name: 'paraph_jobs_waiting',
    help: 'Jobs that are due and not done, by kind',
    labelNames: ['job'],
    registers: [registry],
    async collect() {
      const { rows } = await sql<{ job: string; waiting: number }>`
        select task_identifier as job, count(*) as waiting from graphile_worker.jobs
        where run_at <= now() group by task_identifier`.execute(deps.database);
      this.reset();
      for (const { job, waiting } of rows) this.set({ job }, waiting);
    },
  });
  new Gauge({
    name: 'paraph_workflows_blocked',
    help: 'Workflows whose sealing failed and waits for somebody to press Retry',
    registers: [registry],
    async collect() {
      const { rows } = await sql<{ blocked: number }>`
        select count(*) as blocked from workflows where status = 'blocked'`.execute(deps.database);
      this.set(rows[0]?.blocked ?? 0);
    },
  });
  return { registry, requests };
}
