import type { Identification } from './signing-view.ts';

/** Where a person is between asking for a code and having entered it. */
export type Phase = 'asking' | 'sending' | 'entering' | 'undeliverable' | 'late' | 'tooMany';

/** The state of the proof, and when it was read by the clock of this device. */
export interface TimedIdentification {
  readonly identification: Identification;
  readonly atMs: number;
}

/** The seconds of the service, by the time that has passed on this device: its clock may be wrong. */
function serviceSeconds({ identification, atMs }: TimedIdentification, nowMs: number): number {
  return identification.now + Math.max(0, nowMs - atMs) / 1_000;
}

/** `before` is the code that this page has shown, if it has: the service does not name one that is over. */
export function phaseOf(
  current: TimedIdentification,
  before: TimedIdentification | null,
  nowMs: number,
): Phase {
  const { code } = current.identification;
  const shown = code ?? before?.identification.code ?? null;
  if (shown === null) return 'asking';
  if (shown.triesLeft <= 0) return 'tooMany';
  if (code === null || code.expiryDate <= serviceSeconds(current, nowMs)) return 'late';
  if (code.delivery === 'failed') return 'undeliverable';
  return code.delivery === 'queued' ? 'sending' : 'entering';
}

/** Seconds until another code may be asked for. */
export function pauseSeconds(current: TimedIdentification, nowMs: number): number {
  const { code } = current.identification;
  return code === null ? 0 : Math.max(0, Math.ceil(code.nextDate - serviceSeconds(current, nowMs)));
}

/** When to ask again what became of the message; null once reported. A report on its delivery may come later. */
export function lookAgainMs({ identification: { code, method } }: TimedIdentification): number | null {
  if (code?.delivery === 'queued') return 2_000;
  return code?.delivery === 'sent' && method === 'code-sms' ? 10_000 : null;
}
