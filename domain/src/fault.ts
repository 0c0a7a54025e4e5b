/** Something external failed: a receiver, a mail server, a disk. The message is for the operator. */
export class Fault extends Error {
  /** Whether trying again later can help; not unless it is said. */
  readonly retryable: boolean;
  /** How long the attempt took, if measured. */
  readonly durationMs: number | null;

  constructor(message: string, more: { retryable?: boolean; cause?: unknown; durationMs?: number } = {}) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause });
    this.name = 'Fault';
    this.retryable = more.retryable ?? false;
    this.durationMs = more.durationMs ?? null;
  }
}

/** A fault whose message may be shown to users: it names the cause and who can fix it. */
export class ShownFault extends Fault {}

/** A part of this instance cannot be used now, and nothing was done: a later try may succeed. */
export class UnavailableFault extends ShownFault {
  constructor(message: string, more: { cause?: unknown } = {}) {
    super(message, { ...more, retryable: true });
  }
}

/** One line of what another machine says: it changes neither lines, colours nor the direction of the text around it. */
export function printable(text: string, charactersMax = 200): string {
  return text
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, charactersMax);
}
