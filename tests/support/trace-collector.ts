import { createServer } from 'node:http';
import { closeServer, listenLocally } from './free-port.ts';

interface SentSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: { key: string; value: { stringValue?: string; intValue?: string } }[];
  status: { code?: number };
}

interface SentBody {
  resourceSpans: {
    resource: { attributes: SentSpan['attributes'] };
    scopeSpans: { spans: SentSpan[] }[];
  }[];
}

/** Takes traces as an OpenTelemetry collector does. */
export async function openTraceCollector() {
  const texts: string[] = [];
  const headers: NodeJS.Dict<string | string[]>[] = [];
  const server = createServer(async (request, response) => {
    headers.push({ ...request.headers, path: request.url });
    texts.push(Buffer.concat(await request.toArray()).toString());
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  const port = await listenLocally(server);
  const bodies = () => texts.map((text) => JSON.parse(text) as SentBody);
  return {
    url: `http://127.0.0.1:${port}`,
    texts,
    headers,
    bodies,
    spans: () =>
      bodies().flatMap(({ resourceSpans }) =>
        resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
      ),
    close: () => closeServer(server),
  };
}
