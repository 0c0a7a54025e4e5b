import type { TraceSettings } from './platform/trace-exporter.ts';

// The names are those of the OpenTelemetry specification, so that what an operator has set for other services holds.
export const TRACE_SETTINGS = {
  traceEndpoint: {
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    fallback: '',
    about:
      'Address of an OpenTelemetry collector (OTLP over HTTP, JSON), to which traces are sent. Default: no traces. Its ' +
      'other settings: OTEL_EXPORTER_OTLP_TRACES_ENDPOINT, OTEL_SERVICE_NAME, OTEL_TRACES_SAMPLER_ARG.',
  },
  traceTracesEndpoint: {
    name: 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
    fallback: '',
    about: 'The same with its whole path. Default: OTEL_EXPORTER_OTLP_ENDPOINT followed by /v1/traces.',
  },
  traceHeaders: {
    name: 'OTEL_EXPORTER_OTLP_HEADERS',
    fallback: '',
    about: 'Headers for the collector, as name=value,name=value; values are percent-encoded.',
  },
  traceService: {
    name: 'OTEL_SERVICE_NAME',
    fallback: 'paraph',
    about: 'What traces call this service.',
  },
  traceRatio: {
    name: 'OTEL_TRACES_SAMPLER_ARG',
    fallback: '1',
    about:
      'Which part of the requests and jobs is traced, 0 to 1. Those that arrive with a traceparent follow it.',
  },
  traceDisabled: {
    name: 'OTEL_SDK_DISABLED',
    fallback: 'false',
    about: 'true: no traces, whatever else is set.',
  },
} as const;

/** Null without a collector. Adds problems to `problems`. */
export function readTraceSettings(
  text: (setting: { name: string; fallback: string; about: string }) => string,
  version: string,
  problems: string[],
): TraceSettings | null {
  const { traceEndpoint, traceTracesEndpoint, traceHeaders, traceRatio } = TRACE_SETTINGS;
  const base = text(traceEndpoint);
  const named = text(traceTracesEndpoint) || (base && `${base.replace(/\/$/, '')}/v1/traces`);
  if (named === '' || text(TRACE_SETTINGS.traceDisabled).toLowerCase() === 'true') return null;
  if (!URL.canParse(named) || !/^https?:$/.test(new URL(named).protocol))
    problems.push(`${traceEndpoint.name} must be an address like https://collector.example.com:4318.`);
  const ratio = Number(text(traceRatio));
  if (!(ratio >= 0 && ratio <= 1))
    problems.push(`${traceRatio.name} is "${text(traceRatio)}"; it must be a number from 0 to 1.`);
  const headers = readHeaders(text(traceHeaders));
  if (headers === null) problems.push(`${traceHeaders.name} must be like name=value,name=value.`);
  const service = text(TRACE_SETTINGS.traceService);
  return { url: named, headers: headers ?? {}, service, version, ratio };
}

function readHeaders(text: string): Record<string, string> | null {
  const pairs = text.split(',').filter((pair) => pair.trim() !== '');
  const headers: Record<string, string> = {};
  for (const pair of pairs) {
    const [, name, value] = /^\s*([!#$%&'*+.^_`|~0-9a-z-]+)\s*=(.*)$/i.exec(pair) ?? [];
    if (name === undefined || value === undefined) return null;
    try {
      headers[name.toLowerCase()] = decodeURIComponent(value.trim());
    } catch {
      return null;
    }
  }
  return headers;
}
