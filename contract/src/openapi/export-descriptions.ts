import type { OperationDescriptions } from './description-table.ts';

/** Files of many workflows as one archive. */
export const EXPORT_DESCRIPTIONS: OperationDescriptions = {
  createExport: {
    does:
      'Takes down which workflows are asked for, as far as the caller may see them, and writes their files into a ZIP ' +
      'archive in the background: a folder for each, and `index.csv` with a line for each. `GET` says how far it is; a ' +
      'mail says when it is there. The archive stays for a day, and goes at once with any workflow in it that is deleted.',
    refuses: {
      VALIDATION_ERROR: `Neither or both of \`ids\` and \`filter\` were sent, or they find no workflow, or more than 10,000.`,
      WORKFLOW_NOT_FOUND: 'One of the ids is no workflow of this workspace that the caller may see.',
      WORKFLOW_STATUS_CONFLICT: 'The workspace has two exports that have not ended.',
    },
  },
  listExports: {
    does: 'Answers a page of the exports that the caller asked for in this workspace, newest first. Changes nothing.',
  },
  readExport: {
    does: 'Answers the state of an export, how many of its workflows are written, and how long the archive is. Changes nothing.',
  },
  cancelExport: {
    does:
      'Ends an export that is waiting or running, and deletes what was written of its archive. Of one that is done the ' +
      'archive is deleted before its day is over. One that has ended otherwise stays as it is.',
  },
  downloadExport: {
    does:
      'Answers the archive to who asked for it, as long as they may see every workflow in it. Ranges are answered, so that a ' +
      'download can be continued. Each download is in the record of the organization.',
    refuses: {
      WORKFLOW_STATUS_CONFLICT: 'The archive is not there yet, or not any more; the message says which.',
      UNAUTHORIZED_TO_PERFORM_THIS_ACTION:
        'The role of the caller has changed, or a workflow was moved: the archive has what they may not see any more.',
    },
  },
};
