import type { SigningField } from './signing-view.ts';

/** One id in both views, so that going to a field works the same in each. */
export function fieldElementId(field: Pick<SigningField, 'id'>): string {
  return `field-${field.id}`;
}

/** Brings a field to the middle of the screen, across pages and documents, and puts the focus in it. */
export function goToField(field: Pick<SigningField, 'id'>): void {
  const element = document.getElementById(fieldElementId(field));
  element?.scrollIntoView({ block: 'center', inline: 'center' });
  element?.focus({ preventScroll: true });
}
