import { once } from 'node:events';
import { createServer } from 'node:http';
import { Refusal } from '@paraph/domain';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import type { Deps } from '../deps.ts';
import { equalSecrets } from '../platform/ids.ts';
import { addStateGauges } from './state-gauges.ts';

type MetricsDeps = Pick<Deps, 'config' | 'database' | 'clock' | 'replica'>;

/**
 * `/metrics`: how the process has been doing, for a collector that shows the operator's token, or at a port of its own
 * on loopback. Without either setting there is nothing there.
 */
export function addMetrics(app: FastifyInstance, deps: MetricsDeps): void {
  const { token, port } = deps.config.metrics;
  if (token === null && port === null) return;
  const { registry, requests } = openMetrics(deps);
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions } = request;
    const labels = { method, route: routeOptions.url ?? 'none', status: String(reply.statusCode) };
    requests.observe(labels, reply.elapsedTime / 1000);
  });
  if (port !== null) serveMetrics(app, registry, port);
  if (token === null) return;
  app.get('/metrics', async ({ headers }, reply) => {
    const shown = /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? '';
    if (!equalSecrets(shown, token)) {
      throw new Refusal(
        'AUTHENTICATION_REQUIRED',
        'Send the token of PARAPH_METRICS_TOKEN_FILE: Authorization: Bearer TOKEN.',
      );
    }
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

/** Listens before the instance is ready and until it closes; a port in use fails the start. */
function serveMetrics(app: FastifyInstance, registry: Registry, port: number): void {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => response.writeHead(503).end(),
    );
  });
  app.addHook('onReady', async () => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  });
  app.addHook('onClose', async () => {
    server.closeAllConnections();
    server.close();
  });
}

function openMetrics(deps: MetricsDeps) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'paraph_http_request_seconds',
    help: 'How long requests took, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  addStateGauges(registry, deps);
  return { registry, requests };
}
