import { type Belongings, ofInstance } from './belonging.ts';

export const BELONGINGS = {
  schema_compatibility: ofInstance('Which versions may use its schema.'),
} as const satisfies Belongings;
