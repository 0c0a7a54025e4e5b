import { type Belongings, through } from '../database/belonging.ts';

const A_DAY = { stays: 'An archive stays for a day: it is made again.', whileFrozen: 'all' } as const;

export const BELONGINGS = {
  exports: through('organizations', 'organization_id', A_DAY),
  export_workflows: through('exports', 'export_id', A_DAY),
  export_parts: through('exports', 'export_id', A_DAY),
} as const satisfies Belongings;
