import { ORGANIZATION_EVENTS } from '@paraph/domain';
import type { OrganizationEntry } from '../api/wire.ts';

/** What kinds are of: their parts before the dot. */
export const AREAS = [...new Set(ORGANIZATION_EVENTS.map((name) => name.split('.')[0] ?? ''))];

/** Who acted in these entries, by id, beside those who were known before. */
export function peopleOf(
  entries: readonly OrganizationEntry[],
  known: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const acted = entries.flatMap(({ by, actor }) =>
    by === null || actor.id === null ? [] : [[String(actor.id), by] as const],
  );
  return new Map([...known, ...acted]);
}

/** What differs, a line for each value. */
export function linesOf(values: Readonly<Record<string, unknown>> | null): string[] {
  return Object.entries(values ?? {}).map(([name, value]) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return `${name}: ${text}`;
  });
}
