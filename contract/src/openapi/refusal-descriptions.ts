import type { RefusalCode } from '@paraph/domain';

/** What each code means and what to do about it; the message of an answer says it of the case at hand. */
export const REFUSAL_DESCRIPTIONS: Readonly<Record<RefusalCode, string>> = {
  VALIDATION_ERROR:
    'Parameters are missing or wrong. `violations` names each one and its remedy, all at once.',
  INVALID_GRANT: 'The code or refresh token is unknown, used, too old or revoked. Ask the user again.',
  AUTHENTICATION_REQUIRED:
    'There is no credential, or it is unknown, expired or revoked. Renew the access token and call again.',
  INVALID_CLIENT: 'The client id or the client secret is not right.',
  UNAUTHORIZED_TO_PERFORM_THIS_ACTION:
    'The credential lacks a scope, which the message names, or its user lacks the right.',
  ENVELOPE_NOT_FOUND: 'There is no such envelope, or not for this caller.',
  WORKFLOW_NOT_FOUND: 'There is no such workflow in this workspace, or not for this caller.',
  TEMPLATE_NOT_FOUND: 'There is no such template, or not for this caller.',
  WORKSPACE_NOT_FOUND: 'There is no such workspace, or not for this caller.',
  NOT_FOUND: 'There is nothing of this id or at this address, or not for this caller.',
  WORKFLOW_STATUS_CONFLICT:
    'What is asked for does not fit the present status. Read it again before you go on.',
  IDEMPOTENCY_KEY_IN_USE: 'The first call with this key is still running. Wait a moment and repeat it.',
  DOCUMENT_TOO_LARGE: 'The document, or the whole request, is larger than is allowed.',
  UNSUPPORTED_MEDIA_TYPE: 'The body is of a kind that this call does not take.',
  DOCUMENT_NOT_ACCEPTED:
    'The PDF cannot be used: encrypted, damaged beyond repair, or with active content. `violations.document` says which.',
  IDEMPOTENCY_KEY_REUSED: 'This key was used for another request. Take a new key for a new request.',
  RATE_LIMIT_REACHED: 'Too many calls. `Retry-After` says in how many seconds there is room again.',
  API_KEY_RATE_LIMIT_REACHED: 'Too many calls with this key. `Retry-After` says when there is room again.',
  INTERNAL_ERROR: 'Something broke on the server. `requestId` names the call in its log.',
  SERVICE_UNAVAILABLE: 'The server cannot answer at the moment. Repeat the call after `Retry-After` seconds.',
};
