import { systemRole } from '@paraph/domain';
import type { TextOf } from '../text/start-text.ts';

/** The roles that every organization has are named in the language of the page; others as they were named. */
export function sayRole(t: TextOf, { id, name }: { id: number; name: string }): string {
  const known = systemRole(id);
  return known ? t(`nameOfRole.${known.key}`) : name;
}
