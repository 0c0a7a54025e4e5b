import type { OperationDescriptions } from './description-table.ts';

/** Provisioning by the provider of a connection. */
export const PROVISIONING_DESCRIPTIONS: OperationDescriptions = {
  readProvisioning: {
    does:
      'Answers the address for the provider, the tokens without their secrets, and what the provider did last. The provider ' +
      'itself calls by SCIM 2.0 (RFC 7644), which is not part of this description. For administrators. Changes nothing.',
  },
  makeProvisioningToken: {
    does:
      'Makes the bearer token that the provider sends, in this answer alone. Former tokens go on for a day, so that the new ' +
      'one can be entered at the provider without a gap.',
    refuses: { VALIDATION_ERROR: 'The connection is not for members.' },
  },
  endProvisioningToken: {
    does: 'Ends a token at once: requests with it are answered 401. People and groups that it sent stay.',
    refuses: { NOT_FOUND: 'There is no such connection, or it has no such token.' },
  },
};
