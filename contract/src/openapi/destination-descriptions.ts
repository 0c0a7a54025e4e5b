import type { OperationDescriptions } from './description-table.ts';

/** Where sealed files are written to. */
export const DESTINATION_DESCRIPTIONS: OperationDescriptions = {
  readDestination: {
    does:
      'Answers where the sealed files of the workspace are written to, without the secret. Needs the permission ' +
      '`edit_workspace`. Changes nothing.',
  },
  saveDestination: {
    does:
      'Sets a folder of a WebDAV server or a bucket, to which the sealed documents and the certificate of each workflow are ' +
      'written once it is signed. What is there already is never overwritten: a taken name gets a number. Try the destination ' +
      'before you rely on it.',
    refuses: {
      VALIDATION_ERROR:
        'The address may not be called, the pattern of folders cannot be used, or another server or user comes without its secret.',
    },
  },
  deleteDestination: {
    does: 'Nothing more is written; transfers that still wait are given up. What was written stays where it is.',
    refuses: { NOT_FOUND: 'No destination is set up.' },
  },
  tryDestination: {
    does:
      'Writes a small file of a random name to the address itself, reads it back, removes it, and answers in sentences what ' +
      'the server said. A server that cannot be reached is an answer, too.',
    refuses: { NOT_FOUND: 'No destination is set up.' },
  },
  listTransfers: {
    does:
      'Answers a page of the workflows of which files are missing at the destination. Needs the permissions `edit_workspace` ' +
      'and `view_others_workflow`. Changes nothing.',
  },
  readTransfer: {
    does:
      'Answers what became of the files of the workflow, with the last failure and the next try. A failed transfer changes ' +
      'nothing of the workflow. Changes nothing.',
  },
  startTransfer: {
    does:
      'Begins a transfer that has failed, that waits for its next try, or that there was none of, as for workflows that were ' +
      'signed before the destination was set up. The retry schedule begins anew; what is written already is not written twice.',
    refuses: {
      WORKFLOW_STATUS_CONFLICT:
        'The workflow is not signed, its files are at the destination already, or its workspace has no destination.',
    },
  },
};
