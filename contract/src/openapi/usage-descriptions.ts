import type { OperationDescriptions } from './description-table.ts';

/** What an organization used. */
export const USAGE_DESCRIPTIONS: OperationDescriptions = {
  readUsage: {
    does:
      'Answers how many workflows were started and completed, how many signatures were given, files sealed, bytes stored and ' +
      'mails sent, for each month and workspace in which there were any. Counted once an hour from what happened: the numbers ' +
      'stay when workflows are erased or a workspace is closed. For administrators.',
    refuses: { VALIDATION_ERROR: 'The period is empty or too long.' },
  },
  exportUsage: {
    does:
      'Answers what `GET /api/v1/organization/usage` does as a table in which no cell is calculated, in UTF-8, a month of a ' +
      'workspace a line. For administrators.',
    refuses: { VALIDATION_ERROR: 'The period is empty or too long.' },
  },
};
