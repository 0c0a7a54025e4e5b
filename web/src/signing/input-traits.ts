import type { FieldType } from '@paraph/domain';
import type { HTMLAttributes } from 'react';
import type { SigningField } from './signing-view.ts';

interface InputTraits {
  readonly type: 'text' | 'email';
  readonly autoComplete?: string;
  readonly inputMode?: HTMLAttributes<HTMLInputElement>['inputMode'];
}

const traits: Partial<Record<FieldType, InputTraits>> = {
  name: { type: 'text', autoComplete: 'name' },
  email: { type: 'email', autoComplete: 'email' },
  company: { type: 'text', autoComplete: 'organization' },
  title: { type: 'text', autoComplete: 'organization-title' },
  location: { type: 'text', autoComplete: 'address-level2' },
  address: { type: 'text', autoComplete: 'street-address' },
  number: { type: 'text', inputMode: 'decimal' },
};

/** Attributes for autofill and for the right on-screen keyboard (WCAG 2.2, 1.3.5). */
export function inputTraitsOf({ type, min }: Pick<SigningField, 'type' | 'min'>): InputTraits {
  // The decimal keyboard of some phones has no minus sign.
  if (type === 'number' && min !== null && min < 0) return { type: 'text' };
  return traits[type] ?? { type: 'text' };
}
