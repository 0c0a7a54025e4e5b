import type { Comparison, FieldRules, FieldType } from '@paraph/domain';
import type { DesignedField } from '../api/wire.ts';
import type { Box } from './box-state.ts';

/** What is asked of another field, by its key. */
export type BoardComparison = Omit<Comparison, 'fieldId'> & { readonly key: string };

export interface BoardCondition {
  readonly match: 'all' | 'any';
  readonly comparisons: readonly BoardComparison[];
}

/** A field on the board. Its key is stable; the server assigns a new id at every save. */
export interface BoardField extends Box, Readonly<Omit<FieldRules, 'key' | 'showIf'>> {
  readonly key: string;
  /** The key of its value, by which programs name it. */
  readonly dataKey: string | null;
  readonly id: number | null;
  readonly type: FieldType;
  readonly label: string;
  readonly required: boolean;
  readonly readOnly: boolean;
  readonly showIf: BoardCondition | null;
  readonly documentId: number;
  readonly page: number;
  readonly role: number;
  readonly value: string | null;
  /** The form field of the PDF whose place it takes. */
  readonly formField: string | null;
  readonly style: Omit<DesignedField['style'], 'width' | 'height'>;
}
