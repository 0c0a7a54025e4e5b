import { Refusal } from '@paraph/domain';
import type { DesignGuest } from './require-design-session.ts';

/** The address to look at is handed around more freely: it changes nothing, whoever's it is. */
export function requireDesigner({ session }: DesignGuest): void {
  if (session.kind === 'design') return;
  throw new Refusal('UNAUTHORIZED_TO_PERFORM_THIS_ACTION', 'This address is to look at the document only.');
}
