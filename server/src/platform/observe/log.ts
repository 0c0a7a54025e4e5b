import { type Logger, pino } from 'pino';

export type Log = Logger;

// Never logged, wherever they occur in an error or a request.
const SECRET_PATHS = [
  '*.password',
  '*.secret',
  '*.client_secret',
  '*.token',
  '*.authorization',
  '*.cookie',
  'req.headers',
  'err.config',
];

/**
 * JSON lines on standard output; pino escapes control characters, so input cannot forge a line. No request waits for
 * its line to be written: what is not written yet when the process ends by itself is written then.
 */
export function openLog(level: string): Log {
  const options = {
    level,
    base: null,
    redact: { paths: SECRET_PATHS, censor: '[hidden]' },
    timestamp: pino.stdTimeFunctions.isoTime,
  };
  return pino(options, pino.destination({ dest: 1, sync: false }));
}

/** A link's token is a secret: paths are logged without it. */
export function loggablePath(url: string): string {
  return (url.split('?')[0] ?? '').replace(
    /^\/(sign|designer|view|set-up|password-reset|join|confirm-address)\/[^/]+/,
    '/$1/[hidden]',
  );
}
