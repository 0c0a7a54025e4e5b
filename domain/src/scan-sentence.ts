/** Said of a file in which a scanner has seen malicious software. */
const INFECTED = /^The virus scanner has recognized (.+) in this file; it was not accepted\.$/;

/** Said while the scanner does not answer: nothing is accepted without it. */
export const NOT_SCANNED =
  'The file waits: the virus scanner does not answer, and nothing is accepted without it. Send it again in a minute.';

export function infectedSentence(finding: string): string {
  return `The virus scanner has recognized ${finding} in this file; it was not accepted.`;
}

/** What was recognized, by the sentence of a refusal; null for another one. Pages say it in their own language. */
export function findingIn(sentence: string): string | null {
  return INFECTED.exec(sentence)?.[1] ?? null;
}
