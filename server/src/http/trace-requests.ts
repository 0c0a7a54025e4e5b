import type { FastifyInstance, FastifyRequest } from 'fastify';
import { beginSpan, isTracing, type OpenSpan } from '../platform/observe/tracing.ts';

/** A span for each request, named by the template of its route: paths and queries may hold tokens. */
export function traceRequests(app: FastifyInstance): void {
  if (!isTracing()) return;
  const spans = new WeakMap<FastifyRequest, OpenSpan>();
  app.addHook('onRequest', (request, _reply, done) => {
    const { traceparent } = request.headers;
    const known = typeof traceparent === 'string' ? traceparent : undefined;
    const span = beginSpan({ name: request.method, kind: 'server' }, known);
    if (span === null) return done();
    spans.set(request, span);
    span.run(done);
  });
  app.addHook('onResponse', async (request, { statusCode }) => {
    const { method, routeOptions } = request;
    const route = routeOptions.url ?? 'none';
    spans.get(request)?.end({
      name: `${method} ${route}`,
      attributes: {
        'http.request.method': method,
        'http.route': route,
        'http.response.status_code': statusCode,
      },
      isError: statusCode >= 500,
    });
  });
}
