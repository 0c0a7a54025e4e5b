import { Type } from 'typebox';
import { operation } from './operation.ts';
import { described, exact, Text, Timestamp } from './schemas.ts';
import { LinkPath, SIGNER_WRITE_REFUSALS } from './signing-operations.ts';

/** A recipient goes on with another device. */
export const handoverOperations = {
  createHandover: operation({
    method: 'POST',
    path: '/api/v1/signing/{link}/handover',
    summary: 'Create an address that opens this session on another device, once',
    access: 'signer',
    internal: true,
    params: LinkPath,
    answer: exact({
      url: described(Text, 'For a QR code; replaces the one before'),
      expiryDate: described(Timestamp, 'Ten minutes later'),
    }),
    refusals: SIGNER_WRITE_REFUSALS,
  }),
  takeHandover: operation({
    method: 'POST',
    path: '/api/v1/signing/handover',
    summary: 'Open a session on this device by the address that another one shows',
    access: 'open',
    internal: true,
    body: Type.Object({
      token: described(Type.String({ maxLength: 43 }), 'What follows the # in the address'),
    }),
    answer: exact({ link: described(Text, 'Of the session: its page is /signing/{link}') }),
    refusals: ['NOT_FOUND', 'WORKFLOW_STATUS_CONFLICT'],
  }),
};
