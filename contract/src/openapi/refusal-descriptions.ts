import type { RefusalCode } from '@paraph/domain';

/** What each code means and its remedy; the message of a response is more specific. */
export const REFUSAL_DESCRIPTIONS: Readonly<Record<RefusalCode, string>> = {
  VALIDATION_ERROR:
    'Parameters are missing or wrong. `violations` names each one and its remedy, all at once.',
  INVALID_GRANT: 'The code or refresh token is unknown, used, too old or revoked. Ask the user again.',
  AUTHENTICATION_REQUIRED:
    'There is no credential, or it is unknown, expired or revoked. Renew the access token and call again.',
  INVALID_CLIENT: 'The client id or the client secret is wrong.',
  SECOND_FACTOR_REQUIRED:
    'The password is right, and the account has a second factor, which the page asks for next.',
  STEP_UP_REQUIRED:
    'The session showed a factor too long ago for this act. Show one again, and repeat the call. API keys and access ' +
    'tokens are never asked.',
  SECOND_FACTOR_SET_UP_REQUIRED:
    'An organization of the person asks for a second factor, which the session has to set up first.',
  CONNECTION_REQUIRED:
    'The address signs in by the connection of its organization, which the message names; open the sign-in page.',
  UNAUTHORIZED_TO_PERFORM_THIS_ACTION:
    'The credential lacks a scope, which the message names, or its user lacks the right.',
  STORAGE_QUOTA_REACHED:
    'The documents of the organization take what they may take; `message` names the quota and its value. Erase some, or ask ' +
    'who runs the service to raise it.',
  ENVELOPE_NOT_FOUND: 'There is no such envelope, or not for this caller.',
  WORKFLOW_NOT_FOUND: 'There is no such workflow in this workspace, or not for this caller.',
  TEMPLATE_NOT_FOUND: 'There is no such template, or not for this caller.',
  WORKSPACE_NOT_FOUND: 'There is no such workspace, or not for this caller.',
  NOT_FOUND: 'There is nothing with this id or at this URL, or not for this caller.',
  DOCUMENT_CHANGED:
    'Another person has signed meanwhile, so that the document is not the one that was checked.',
  WORKFLOW_STATUS_CONFLICT:
    'The request conflicts with the present status. Read it again before you continue.',
  WORKFLOW_HELD:
    'A legal hold keeps it from being erased; the message says why. An administrator of the organization can lift it.',
  IDEMPOTENCY_KEY_IN_USE: 'The first call with this key is still running. Wait a moment and repeat it.',
  SESSION_ENDED: 'The frame was opened before, or not in time. Create another session, and show its address.',
  DOCUMENT_TOO_LARGE: 'The document, or the whole request, is larger than is allowed.',
  UNSUPPORTED_MEDIA_TYPE: 'This call does not accept a body of this content type.',
  DOCUMENT_NOT_ACCEPTED:
    'The PDF cannot be used: encrypted, damaged beyond repair, or with active content. `violations.document` says which.',
  DOCUMENT_TWO_FACED:
    'Print, another zoom or viewer, or the text of the PDF says something else than what a screen shows. ' +
    '`violations.document` names what, with its page, and the remedy.',
  IDEMPOTENCY_KEY_REUSED: 'This key was used for another request. Use a new key for a new request.',
  RATE_LIMIT_REACHED: 'Too many calls. Repeat the call after `Retry-After` seconds.',
  API_KEY_RATE_LIMIT_REACHED: 'Too many calls with this key. Repeat the call after `Retry-After` seconds.',
  QUOTA_REACHED:
    'The organization has used up what it may use; `message` names the quota and its value. Repeat the call after ' +
    '`Retry-After` seconds, or ask who runs the service to raise it.',
  INTERNAL_ERROR: 'An internal error. `requestId` identifies the call in the server’s log.',
  SERVICE_UNAVAILABLE: 'The server cannot answer at the moment. Repeat the call after `Retry-After` seconds.',
};
