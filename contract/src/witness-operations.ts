import { Type } from 'typebox';
import { operation } from './operation.ts';
import { Email, PersonName } from './request-values.ts';
import { LinkPath, SIGNER_WRITE_REFUSALS, SigningView } from './signing-operations.ts';

/** Of a signer who names a witness. */
export const witnessOperations = {
  nameWitness: operation({
    method: 'PUT',
    path: '/api/v1/signing/{link}/witness',
    summary: 'Name one’s own witness, where the sender asks for one',
    access: 'signer',
    internal: true,
    params: LinkPath,
    body: Type.Object({ name: PersonName, email: Email }),
    answer: SigningView,
    refusals: SIGNER_WRITE_REFUSALS,
  }),
};
