import { AsyncLocalStorage } from 'node:async_hooks';
import { type Ids, systemIds } from '../ids.ts';

// Spans as OpenTelemetry has them. Without a collector nothing is recorded, and what is to be traced is called as is.
// Names and attributes come from the code alone: no values, addresses, queries or texts of people.

export type SpanAttributes = Readonly<Record<string, string | number>>;
/** As OTLP numbers them. */
const SPAN_KINDS = { internal: 1, server: 2, client: 3, consumer: 5 } as const;

export interface Span {
  traceId: string;
  spanId: string;
  /** Null for the first of a trace. */
  parentId: string | null;
  name: string;
  kind: number;
  startedAtMs: number;
  endedAtMs: number;
  attributes: SpanAttributes;
  isError: boolean;
}

export interface SpanReceiver {
  /** Which share of the traces that begin here is recorded. */
  ratio: number;
  receive(span: Span): void;
}

/** Where a span is: in a trace that is recorded, or (`spanId` null) in one that is not. */
interface SpanContext {
  traceId: string;
  spanId: string | null;
}

interface Running {
  receiver: SpanReceiver;
  contexts: AsyncLocalStorage<SpanContext>;
  ids: Pick<Ids, 'bytes'>;
}

/** One receiver a process; null while nobody traces. */
let running: Running | null = null;

/** Gives spans to the receiver from now on, until the returned function is called. */
export function startTracing(receiver: SpanReceiver): () => void {
  const started = { receiver, contexts: new AsyncLocalStorage<SpanContext>(), ids: systemIds };
  running = started;
  return () => {
    if (running === started) running = null;
  };
}

export function isTracing(): boolean {
  return running !== null;
}

export interface NewSpan {
  name: string;
  kind?: keyof typeof SPAN_KINDS;
  attributes?: SpanAttributes;
  /** Begins a trace, wherever it is called: a job does not belong to what wakes its worker. */
  isFirst?: boolean;
}

/** Records how long the work takes, and as its children what it calls. */
export async function traced<T>(span: NewSpan, work: () => Promise<T>): Promise<T> {
  const tracing = running;
  const parent = (span.isFirst ? null : tracing?.contexts.getStore()) ?? null;
  if (tracing === null || parent?.spanId === null) return work();
  const open = openSpan(tracing, span, parent);
  if (open === null) return tracing.contexts.run(NOT_RECORDED, work);
  try {
    const result = await tracing.contexts.run(open.context, work);
    open.end({});
    return result;
  } catch (error) {
    open.end({ isError: true });
    throw error;
  }
}

export interface OpenSpan {
  /** Calls it within the span. */
  run(work: () => void): void;
  end(result: { name?: string; attributes?: SpanAttributes; isError?: boolean }): void;
}

/** For what begins in one callback and ends in another. Null where nothing is recorded. */
export function beginSpan(span: NewSpan, traceparent: string | undefined): OpenSpan | null {
  const tracing = running;
  if (tracing === null) return null;
  const parent = readTraceparent(traceparent);
  const open = parent?.spanId === null ? null : openSpan(tracing, span, parent);
  const { context, end } = open ?? { context: NOT_RECORDED, end: () => {} };
  return { run: (work) => tracing.contexts.run(context, work), end };
}

/** Records what is over already, where it is called. */
export function recordSpan(span: NewSpan, durationMs: number, isError: boolean): void {
  const parent = running?.contexts.getStore() ?? null;
  // What no request or job asked for, such as the look for jobs, is no trace of its own.
  if (running === null || !parent?.spanId) return;
  openSpan(running, span, parent, durationMs)?.end({ isError });
}

const NOT_RECORDED: SpanContext = { traceId: '', spanId: null };

function openSpan(
  { receiver, ids }: Running,
  { name, kind = 'internal', attributes = {} }: NewSpan,
  ...[parent, agoMs = 0]: [SpanContext | null, number?]
) {
  const traceId = parent?.traceId ?? hexOf(ids.bytes(16));
  if (parent === null && !isChosen(traceId, receiver.ratio)) return null;
  const spanId = hexOf(ids.bytes(8));
  const startedAtMs = nowMs() - agoMs;
  const end: OpenSpan['end'] = (result) =>
    receiver.receive({
      traceId,
      spanId,
      parentId: parent?.spanId ?? null,
      name: result.name ?? name,
      kind: SPAN_KINDS[kind],
      startedAtMs,
      endedAtMs: nowMs(),
      attributes: { ...attributes, ...result.attributes },
      isError: result.isError ?? false,
    });
  return { context: { traceId, spanId }, end };
}

/** By the id, as OpenTelemetry does it: all services that sample at the same ratio choose the same traces. */
function isChosen(traceId: string, ratio: number): boolean {
  return Number.parseInt(traceId.slice(-13), 16) < ratio * 16 ** 13;
}

function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}

/** Finer than the clock's milliseconds: a statement takes less than one. */
function nowMs(): number {
  return performance.timeOrigin + performance.now();
}

/** The header of W3C Trace Context; null for one that is none, which begins a trace of its own. */
export function readTraceparent(text: string | undefined): SpanContext | null {
  const match = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/.exec(text ?? '');
  const [, version = '', traceId = '', spanId = '', flags = '', more] = match ?? [];
  if (!match || version === 'ff' || (version === '00' && more !== undefined)) return null;
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return null;
  return { traceId, spanId: (Number.parseInt(flags, 16) & 1) === 1 ? spanId : null };
}
