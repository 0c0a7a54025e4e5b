import { type Belongings, ofInstance } from '../database/belonging.ts';

export const BELONGINGS = {
  rate_windows: ofInstance('Counted a credential or an address; unlogged.'),
  idempotency_keys: ofInstance('Answers to repeat for a day, a credential each.'),
  unnamed_proxies: ofInstance('Addresses of machines around the instance.'),
} as const satisfies Belongings;
