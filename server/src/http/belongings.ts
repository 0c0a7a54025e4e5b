import { type Belongings, ofInstance } from '../database/belonging.ts';

export const BELONGINGS = {
  rate_windows: ofInstance('Counted a credential or an address; unlogged.'),
  idempotency_keys: ofInstance('Answers to repeat for a day, a credential each.'),
  organization_quotas: ofInstance('What who runs the instance lets an organization use here.'),
  unnamed_proxies: ofInstance('Addresses of machines around the instance.'),
} as const satisfies Belongings;
