import { type Belongings, ofInstance } from '../database/belonging.ts';

export const BELONGINGS = {
  passkeys: ofInstance(
    'Of a mailbox, for all who write to it; and a browser offers it to the host for which it was made, and no other.',
  ),
} as const satisfies Belongings;
