import type { OperationDescriptions } from './description-table.ts';

const STATE = {
  WORKFLOW_STATUS_CONFLICT: 'The job is in a state that does not allow it; the message says which.',
};

/** Many workflows of one template and a table. */
export const BULK_DESCRIPTIONS: OperationDescriptions = {
  createBulkJob: {
    does:
      'Takes a table over and checks its rows in the background, by the rules of the cloner; `GET` says when the job is ' +
      '`ready`. The template counts as it is now. Nothing is made or sent until the job is started. Also needs the scope ' +
      '`templates:read`.',
    refuses: {
      VALIDATION_ERROR:
        'The file is no table (`violations.file` says where), or a value of the form is wrong. Problems of single rows ' +
        'are no refusal: `…/rows?state=invalid` lists them.',
      WORKFLOW_STATUS_CONFLICT: 'The workspace has 20 bulk jobs that have not ended.',
    },
  },
  listWorkspaceBulkJobs: {
    does:
      'Answers a page of the bulk jobs of a workspace, newest first: those that the caller made, and those of templates that ' +
      'the caller may see. Changes nothing.',
  },
  listBulkJobs: { does: 'Answers a page of the bulk jobs of a template, newest first. Changes nothing.' },
  readBulkSample: {
    does:
      'Answers a table with all columns that this template understands, for a spreadsheet program. Columns may be left ' +
      'out and be in any order. Changes nothing.',
  },
  readBulkJob: { does: 'Answers the state of a bulk job and how many rows are in which. Changes nothing.' },
  updateBulkJob: {
    does: 'Sets what columns mean whose headings do not say it; the others go by their headings. All rows are checked anew.',
    refuses: { ...STATE, VALIDATION_ERROR: 'An entry names no column, or nothing of the template.' },
  },
  startBulkJob: {
    does:
      'Makes and starts a workflow for each valid row, each exactly once, in the background and in the name of who sent the ' +
      'table. The job pauses by itself, and says why, where the mails of a tenth of 200 rows come back, or the sender may not ' +
      'send any more.',
    refuses: {
      WORKFLOW_STATUS_CONFLICT: 'The job is not `ready`, or rows have problems and `skipInvalid` is not set.',
    },
  },
  pauseBulkJob: {
    does: 'Sends no further rows until the job is resumed; up to 50 rows that are on their way are sent.',
    refuses: STATE,
  },
  resumeBulkJob: {
    does: 'Goes on with the rows that were not sent yet, after a pause by a person or by the job itself.',
    refuses: STATE,
  },
  cancelBulkJob: {
    does: 'Ends the job. Workflows that were made go on, and are canceled by `POST …/workflows/acts`. It cannot be undone.',
    refuses: STATE,
  },
  listBulkRows: {
    does: 'Answers a page of the rows in the order of the table, each with its problems, or with its workflow. Changes nothing.',
  },
  exportBulkRows: {
    does: 'Answers a table of all rows: number, id, state, workflow, its status, problems. Changes nothing.',
  },
};
