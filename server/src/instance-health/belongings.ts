import { type Belongings, ofInstance } from '../database/belonging.ts';

export const BELONGINGS = {
  health_checks: ofInstance('What an examination of the instance found.'),
} as const satisfies Belongings;
