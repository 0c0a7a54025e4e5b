import { type Belongings, ofInstance } from '../database/belonging.ts';

export const BELONGINGS = {
  backups: ofInstance('A backup is of the whole instance.'),
  restores: ofInstance('So is a restore.'),
} as const satisfies Belongings;
