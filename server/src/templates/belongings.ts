import { type Belongings, through } from '../database/belonging.ts';

export const BELONGINGS = {
  templates: through('organizations', 'organization_id'),
  template_documents: through('templates', 'template_id', { whileFrozen: { columns: ['thumb_file_id'] } }),
  template_annexes: through('templates', 'template_id'),
  template_tags: through('templates', 'template_id'),
} as const satisfies Belongings;
