import type { Identification } from './signing-view.ts';

/** Where a person is between asking for a code and having entered it. */
export type Phase = 'asking' | 'sending' | 'entering' | 'undeliverable' | 'late' | 'tooMany';

/** What is known, and when by the clock of this device. */
export interface Known {
  readonly identification: Identification;
  readonly atMs: number;
}

/** The seconds of the service, by the time that has passed on this device: its clock may be wrong. */
function serviceSeconds({ identification, atMs }: Known, nowMs: number): number {
  return identification.now + Math.max(0, nowMs - atMs) / 1_000;
}

/** `before` is the code that this page has shown, if it has: the service does not name one that is over. */
export function phaseOf(known: Known, before: Known | null, nowMs: number): Phase {
  const { code } = known.identification;
  const shown = code ?? before?.identification.code ?? null;
  if (shown === null) return 'asking';
  if (shown.triesLeft <= 0) return 'tooMany';
  if (code === null || code.expiryDate <= serviceSeconds(known, nowMs)) return 'late';
  if (code.delivery === 'failed') return 'undeliverable';
  return code.delivery === 'queued' ? 'sending' : 'entering';
}

/** Seconds until another code may be asked for. */
export function pauseSeconds(known: Known, nowMs: number): number {
  const { code } = known.identification;
  return code === null ? 0 : Math.max(0, Math.ceil(code.nextDate - serviceSeconds(known, nowMs)));
}

/** When to ask again what became of the message; null once that is known. A report on its delivery may come later. */
export function lookAgainMs({ identification: { code, method } }: Known): number | null {
  if (code?.delivery === 'queued') return 2_000;
  return code?.delivery === 'sent' && method === 'code-sms' ? 10_000 : null;
}
