/** What every call with a credential may answer. */
export const CALLER_REFUSALS = [
  'AUTHENTICATION_REQUIRED',
  'UNAUTHORIZED_TO_PERFORM_THIS_ACTION',
  'RATE_LIMIT_REACHED',
  'API_KEY_RATE_LIMIT_REACHED',
] as const;

/** What every call about what a workspace keeps may answer. */
export const WORKSPACE_REFUSALS = [...CALLER_REFUSALS, 'VALIDATION_ERROR', 'WORKSPACE_NOT_FOUND'] as const;

/** What every form with a PDF may answer. */
export const UPLOAD_REFUSALS = [
  'VALIDATION_ERROR',
  'DOCUMENT_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'DOCUMENT_NOT_ACCEPTED',
  'DOCUMENT_TWO_FACED',
] as const;
