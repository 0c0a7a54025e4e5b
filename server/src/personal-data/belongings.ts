import { type Belongings, through } from '../database/belonging.ts';

export const BELONGINGS = {
  account_erasures: through('users', 'user_id', { stays: 'A job of this instance.' }),
} as const satisfies Belongings;
