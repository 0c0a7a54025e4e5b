/** What every form with a PDF may answer. */
export const UPLOAD_REFUSALS = ['DOCUMENT_NOT_ACCEPTED', 'DOCUMENT_TWO_FACED'] as const;
