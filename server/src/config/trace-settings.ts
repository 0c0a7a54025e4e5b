import { readHeaders } from './readers.ts';
import { number, setting, text, url } from './setting.ts';

// These names are those of the OpenTelemetry specification, so that what an operator has set for other services holds.
export const TRACE_SETTINGS = {
  traceEndpoint: url(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    'Address of an OpenTelemetry collector (OTLP over HTTP, JSON), to which traces are sent. Default: no traces. Its ' +
      'other settings: OTEL_EXPORTER_OTLP_TRACES_ENDPOINT, OTEL_SERVICE_NAME, OTEL_TRACES_SAMPLER_ARG.',
    /^https?:$/,
  ),
  traceTracesEndpoint: url(
    'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
    'The same with its whole path. Default: OTEL_EXPORTER_OTLP_ENDPOINT followed by /v1/traces.',
    /^https?:$/,
  ),
  traceHeaders: setting(
    'OTEL_EXPORTER_OTLP_HEADERS',
    'Headers for the collector, as name=value,name=value; values are percent-encoded.',
    { type: 'list', read: readHeaders },
  ),
  traceService: text('OTEL_SERVICE_NAME', 'What traces call this service.', 'paraph'),
  traceRatio: number(
    'OTEL_TRACES_SAMPLER_ARG',
    'Which part of the requests and jobs is traced, 0 to 1. Those that arrive with a traceparent follow it.',
    { min: 0, max: 1, fallback: '1' },
  ),
  traceDisabled: text('OTEL_SDK_DISABLED', 'true: no traces, whatever else is set.', 'false'),
} as const;
