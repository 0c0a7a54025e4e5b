import type { OperationDescriptions } from './description-table.ts';

const NOT_MADE = { WORKFLOW_STATUS_CONFLICT: 'The file is not sealed yet.' };

/** Seals of an organization. */
export const SEAL_DESCRIPTIONS: OperationDescriptions = {
  createSeal: {
    does:
      'Seals a PDF in the name of the organization, at level B-LTA, and answers when that is done. Where the timestamp cannot ' +
      'be had now, the answer is `pending` with its cause, and the seal is made later; never at a lower level. The file may ' +
      'carry XML inside. Use an `Idempotency-Key`, so that a repeated call seals nothing twice.',
  },
  listSeals: {
    does: 'Answers a page of the seals that the caller may see, of all workspaces or of one. Changes nothing.',
  },
  readSeal: {
    does: 'Answers whether a file is sealed by now, with its hashes and addresses, or what it waits for. Changes nothing.',
  },
  readSealedFile: {
    does: 'Answers the sealed PDF, as a download, which begins with the upload. Ranges and `ETag` are supported. Changes nothing.',
    refuses: NOT_MADE,
  },
  readSealCertificate: {
    does:
      'Answers a page (PDF/A-3a) for people that says what was sealed, by which organization, when and by whose clock, with its ' +
      'entry in the log. Made and sealed when it is first asked for, and the same from then on.',
    refuses: NOT_MADE,
  },
  retrySeal: {
    does: 'Has a failed seal made again by a job; the answer is `pending`.',
    refuses: { WORKFLOW_STATUS_CONFLICT: 'The seal has not failed.' },
  },
  deleteSeal: {
    does: 'Deletes a completed or failed seal with its files. The log keeps the hash, and a tombstone says who deleted it.',
    refuses: { WORKFLOW_STATUS_CONFLICT: 'The seal is still pending.' },
  },
};
