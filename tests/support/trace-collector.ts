import { openHttpServer } from './http-server.ts';

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
  const { origin: url, close } = await openHttpServer((call, response) => {
    headers.push({ ...call.headers, path: call.url });
    texts.push(call.body.toString());
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  const bodies = () => texts.map((text) => JSON.parse(text) as SentBody);
  return {
    url,
    texts,
    headers,
    bodies,
    spans: () =>
      bodies().flatMap(({ resourceSpans }) =>
        resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
      ),
    close,
  };
}
