import type { BulkJob, BulkRow, Template } from '../api/wire.ts';
import type { StateTone } from '../ui/state-badge.tsx';

const PERSON = ['name', 'email', 'phone', 'language'] as const;
const PLAIN = ['message', 'tags', 'deadline', 'id', 'ignore'] as const;

/** What a column can say, as the interface writes it. */
export type Meaning =
  | { word: string; of: 'person'; placeholder: string; property: (typeof PERSON)[number] }
  | { word: string; of: 'field' | 'metadata'; key: string }
  | { word: string; of: (typeof PLAIN)[number] };

/** What the columns of a table for a template can say; `metadata` under the heading itself. */
export function meaningsFor(
  { recipients, fields }: Pick<Template, 'fields' | 'recipients'>,
  heading: string,
): Meaning[] {
  const keys = new Set(fields.flatMap(({ key, formula }) => (key && !formula ? [key] : [])));
  return [
    ...recipients.flatMap(({ name: placeholder }) =>
      PERSON.map((property): Meaning => {
        return { word: `${placeholder} ${property}`, of: 'person', placeholder, property };
      }),
    ),
    ...[...keys].map((key): Meaning => ({ word: `field:${key}`, of: 'field', key })),
    ...PLAIN.map((of): Meaning => ({ word: of, of })),
    { word: `metadata:${heading}`, of: 'metadata', key: heading },
  ];
}

/** What the columns say now, by heading; what nothing is known of is left out. */
export function mappingOf({ columns }: Pick<BulkJob, 'columns'>): Readonly<Record<string, string>> {
  return Object.fromEntries(columns.map(({ heading, meaning }) => [heading, meaning ?? 'ignore']));
}

/** What the name of each document can be put together from. */
export function tokensOf({ recipients, fields }: Pick<Template, 'fields' | 'recipients'>): string[] {
  const keys = new Set(fields.flatMap(({ key }) => key ?? []));
  const people = recipients.map(({ name }) => `{{${name}.name}}`);
  return [...people, ...[...keys].map((key) => `{{${key}}}`), '{{id}}', '{{row}}'];
}

/** Which rows are listed; `open` are those whose document waits for people. */
export const ROW_FILTERS = ['all', 'invalid', 'failed', 'sent'] as const;
export type RowFilter = (typeof ROW_FILTERS)[number];

/** How many rows a filter lists. */
export function countOf(filter: RowFilter, job: BulkJob): number {
  return filter === 'all' ? job.rows : job[filter];
}

export function toneOfJob({ state }: Pick<BulkJob, 'state'>): StateTone {
  if (state === 'done') return 'done';
  if (state === 'canceled') return 'stopped';
  return state === 'ready' ? 'draft' : 'waiting';
}

export function toneOfRow({ state }: Pick<BulkRow, 'state'>): StateTone {
  if (state === 'sent') return 'done';
  if (state === 'invalid' || state === 'failed' || state === 'canceled') return 'stopped';
  return state === 'valid' ? 'draft' : 'waiting';
}

/** How far the work is that goes on now: the check, or the sending. */
export function progressOf(job: BulkJob): { done: number; total: number } {
  if (job.state === 'checking') return { done: job.rows - job.waiting, total: job.rows };
  const { sent, failed, valid } = job;
  return { done: sent + failed, total: sent + failed + valid };
}

/** What a row says, as far as it is still known, and short. */
export function cellsText({ cells }: Pick<BulkRow, 'cells'>): string {
  return (cells ?? []).filter((cell) => cell.trim() !== '').join(' · ');
}

/** What a problem is about: its column, or what no column says, which the interface names before it. */
export function namedProblem({ column, problem }: BulkRow['problems'][number]) {
  const [, name = null, rest = problem] = column === null ? (/^(.+?): (.+)$/su.exec(problem) ?? []) : [];
  return { column, name: column ?? name, problem: rest };
}
