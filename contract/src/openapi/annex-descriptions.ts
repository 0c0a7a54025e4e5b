import type { OperationDescriptions } from './description-table.ts';

const REFUSED = {
  VALIDATION_ERROR:
    'There is no part `annex`, the file is empty or a program, or there are 20 annexes already.',
  DOCUMENT_TOO_LARGE: 'The file has more than 20 MiB, or all annexes together more than 100 MiB.',
  DOCUMENT_NOT_ACCEPTED: 'The scanner of this instance recognized something in the file.',
};

/** Files for information. */
export const ANNEX_DESCRIPTIONS: OperationDescriptions = {
  listAnnexes: {
    does:
      'Answers the files that the sender has added for information, in any status, each with name, hash and address. ' +
      'Changes nothing.',
  },
  addAnnex: {
    does:
      'Stores a file as it is, and adds it to the draft. Recipients and followers can download it; no signature covers it. ' +
      'Its hash is in the trail, the record and the certificate.',
    refuses: { ...REFUSED, WORKFLOW_STATUS_CONFLICT: 'The workflow is not a draft any more.' },
  },
  readAnnex: {
    does:
      'Answers the bytes of one of these files as they were sent, as a download that no browser shows as a page. Understands ' +
      '`Range` and `If-None-Match`. Changes nothing.',
    refuses: { NOT_FOUND: 'The workflow has no such annex.' },
  },
  removeAnnex: {
    does: 'Deletes a file for information of a draft. It cannot be undone.',
    refuses: {
      NOT_FOUND: 'The workflow has no such annex.',
      WORKFLOW_STATUS_CONFLICT: 'The workflow is not a draft any more.',
    },
  },
  listTemplateAnnexes: {
    does: 'Answers the files for information of a template, each with name, hash and address. Changes nothing.',
  },
  addTemplateAnnex: {
    does: 'Adds a file for information to a template: each workflow that is made of it from now on gets a copy.',
    refuses: REFUSED,
  },
  readTemplateAnnex: {
    does: 'Answers the bytes of one of these files, as a download that no browser shows as a page. Changes nothing.',
    refuses: { NOT_FOUND: 'The template has no such annex.' },
  },
  removeTemplateAnnex: {
    does: 'Deletes a file for information of a template; workflows that were made of it keep theirs.',
    refuses: { NOT_FOUND: 'The template has no such annex.' },
  },
};
