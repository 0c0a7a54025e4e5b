import { JOB_NAMES, type JobName } from './enqueue.ts';

/** The kinds of jobs that a process may leave to others. What follows events, and housekeeping, each of them does. */
export const JOB_KINDS = ['seal', 'mail', 'webhook'] as const;
export type JobKind = (typeof JOB_KINDS)[number];

const KIND_OF: Partial<Record<JobName, JobKind>> = {
  'timestamp-signature': 'seal',
  'seal-document': 'seal',
  'renew-seal': 'seal',
  'mail-send': 'mail',
  'code-send': 'mail',
  'webhook-deliver': 'webhook',
};

/** The jobs of a process that does these kinds. */
export function listJobsOf(kinds: readonly JobKind[]): JobName[] {
  return JOB_NAMES.filter((name) => {
    const kind = KIND_OF[name];
    return kind === undefined || kinds.includes(kind);
  });
}

export function isJobKind(text: string): text is JobKind {
  return (JOB_KINDS as readonly string[]).includes(text);
}
