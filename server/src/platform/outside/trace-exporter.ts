import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../observe/log.ts';
import { type Span, type SpanAttributes, startTracing } from '../observe/tracing.ts';
import { callGuarded, OPERATORS_POLICY } from './http-client.ts';

export interface TraceSettings {
  /** Of the collector, with its path. */
  url: string;
  headers: Readonly<Record<string, string>>;
  service: string;
  version: string;
  ratio: number;
}

export interface TraceExport {
  /** Sends what is left, for a moment at most. */
  close(): Promise<void>;
}

const QUEUE_MAX = 2_048;
const BATCH_MAX = 512;
const SEND_EVERY_MS = 5_000;
const TIMEOUT_MS = 10_000;
/** A process that ends does not wait longer for a collector that is away. */
const LAST_TIMEOUT_MS = 1_000;

/**
 * Sends spans to a collector in batches (OTLP over HTTP, JSON). A collector that is away or slow is never felt: what
 * does not fit into the queue, and a batch that is refused, is dropped.
 */
export function startTraceExport(settings: TraceSettings, log: Log): TraceExport {
  let queue: Span[] = [];
  let sending: Promise<void> | null = null;
  let isAway = false;
  const send = async (timeoutMs: number) => {
    const batch = queue.slice(0, BATCH_MAX);
    queue = queue.slice(BATCH_MAX);
    try {
      const { status } = await callGuarded({
        ...OPERATORS_POLICY,
        url: settings.url,
        body: JSON.stringify(encodeSpans(batch, settings)),
        headers: { ...settings.headers, 'content-type': 'application/json' },
        timeoutMs,
      });
      if (status < 200 || status > 299) throw new Error(`the collector answered ${status}`);
      isAway = false;
    } catch (error) {
      // Once: the log of a day without a collector is not about the collector.
      if (!isAway) log.warn({ err: error, spans: batch.length }, 'traces could not be sent, and are dropped');
      isAway = true;
    }
  };
  const sendBatches = async (timeoutMs: number) => {
    // Of a collector that is away each batch is one attempt.
    do await send(timeoutMs);
    while (queue.length > 0 && !isAway);
    sending = null;
  };
  const sendAll = (timeoutMs: number) => {
    sending ??= sendBatches(timeoutMs);
    return sending;
  };
  const timer = setInterval(() => {
    if (queue.length > 0) void sendAll(TIMEOUT_MS);
  }, SEND_EVERY_MS);
  timer.unref();
  const stopTracing = startTracing({
    ratio: settings.ratio,
    receive: (span) => {
      if (queue.length < QUEUE_MAX) queue.push(span);
      if (queue.length === BATCH_MAX && !isAway) void sendAll(TIMEOUT_MS);
    },
  });
  return {
    close: async () => {
      stopTracing();
      clearInterval(timer);
      const rest = Promise.resolve(sending).then(() =>
        queue.length > 0 ? sendAll(LAST_TIMEOUT_MS) : undefined,
      );
      await Promise.race([rest, sleep(LAST_TIMEOUT_MS, undefined, { ref: false })]);
    },
  };
}

/** The JSON of `ExportTraceServiceRequest` (opentelemetry-proto, trace/v1). */
function encodeSpans(spans: readonly Span[], { service, version }: TraceSettings) {
  const resource = { attributes: encodeAttributes({ 'service.name': service, 'service.version': version }) };
  const encoded = spans.map((span) => ({
    traceId: span.traceId,
    spanId: span.spanId,
    ...(span.parentId === null ? {} : { parentSpanId: span.parentId }),
    name: span.name,
    kind: span.kind,
    startTimeUnixNano: nanosecondsOf(span.startedAtMs),
    endTimeUnixNano: nanosecondsOf(span.endedAtMs),
    attributes: encodeAttributes(span.attributes),
    status: span.isError ? { code: 2 } : {},
  }));
  return {
    resourceSpans: [{ resource, scopeSpans: [{ scope: { name: 'paraph', version }, spans: encoded }] }],
  };
}

/** The `KeyValue` of opentelemetry-proto. */
export function encodeAttributes(attributes: SpanAttributes) {
  return Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === 'string' ? { stringValue: value } : { intValue: String(value) },
  }));
}

export function nanosecondsOf(ms: number): string {
  return String(BigInt(Math.round(ms * 1_000)) * 1_000n);
}
