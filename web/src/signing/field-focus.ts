import type { PagePoint } from './signing-state.ts';
import type { SigningField } from './signing-view.ts';

/** The same id in both views, so that `goToField` works in each. */
export function fieldElementId(field: Pick<SigningField, 'id'>): string {
  return `field-${field.id}`;
}

/** Scrolls a field to the middle of the screen and focuses it. */
export function goToField(field: Pick<SigningField, 'id'>): void {
  const element = document.getElementById(fieldElementId(field));
  element?.scrollIntoView({ block: 'center', inline: 'center' });
  element?.focus({ preventScroll: true });
}

export function pageElementId({ documentId, page }: PagePoint): string {
  return `page-${documentId}-${page}`;
}

/** Scrolls a page to the top of the screen and focuses it, so that reading goes on there. */
export function goToPage(point: PagePoint): void {
  const element = document.getElementById(pageElementId(point));
  element?.scrollIntoView({ block: 'start' });
  element?.focus({ preventScroll: true });
}
