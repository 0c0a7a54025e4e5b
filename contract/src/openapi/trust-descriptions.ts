import type { OperationDescriptions } from './description-table.ts';

/** Providers of qualified signatures. */
export const TRUST_DESCRIPTIONS: OperationDescriptions = {
  listTrustProviders: {
    does:
      'Answers the providers of qualified signatures that the organization has set up, without their secrets, and the address ' +
      'to register at a provider. For administrators. Changes nothing.',
  },
  createTrustProvider: {
    does:
      'Sets up a remote signing service (Cloud Signature Consortium API, version 2) with which people can sign at the level ' +
      '`qualified`. A signature counts as qualified only if its certificate leads to one of `anchors` and states that it is ' +
      'qualified; try the provider before you use it.',
    refuses: {
      VALIDATION_ERROR:
        'The address may not be called, a certificate cannot be read or is not an authority’s, or there are too many providers.',
    },
  },
  updateTrustProvider: {
    does: 'Changes a provider, or switches it off and on; absent properties stay. Signatures that were made with it stay as they are.',
    refuses: {
      VALIDATION_ERROR:
        'As when it is set up; another address needs the client secret anew, and is refused while the organization seals with a certificate at it.',
    },
  },
  deleteTrustProvider: {
    does: 'Deletes a provider: people cannot sign with it any more. Signatures that were made with it stay as they are.',
    refuses: { VALIDATION_ERROR: 'The organization seals with a certificate at it.' },
  },
  tryTrustProvider: {
    does:
      'Calls `info` of the provider and answers in sentences what it offers and what is missing. A provider that cannot be ' +
      'reached is an answer, too. Changes nothing.',
  },
  readSealCredential: {
    does:
      'Answers the certificate at a provider with which the organization seals, and what is wrong with it where seals wait. The ' +
      'PIN is never answered. For administrators. Changes nothing.',
  },
  listSealCredentials: {
    does:
      'Asks a provider, in the name of this instance and of no person, which certificates it holds, and answers for each whether ' +
      'seals by it would be qualified, or why it cannot seal. For administrators. Changes nothing.',
    refuses: { VALIDATION_ERROR: 'There is no such provider, it is switched off, or it could not be asked.' },
  },
  saveSealCredential: {
    does:
      'Chooses the certificate with which `POST /api/v1/seals` seals from now on. It has to lead to the anchors of the provider, ' +
      'be valid, name an organization, and be released by a PIN or by the provider alone; one for seals in a qualified device ' +
      '(QcType eseal) makes qualified seals, another one advanced seals. The provider is asked to release the key once. Seals are ' +
      'never made by another key: while it cannot be used, they wait.',
    refuses: {
      VALIDATION_ERROR:
        'The provider could not be asked, the certificate is for signatures of people, is not valid, or asks for what only a person ' +
        'can give; or the PIN is missing or wrong.',
    },
  },
  deleteSealCredential: {
    does: 'The organization seals with certificates of this instance again. Seals that were made stay as they are.',
    refuses: { NOT_FOUND: 'None is set.' },
  },
  readIdentityProvider: {
    does:
      'Answers the identity provider of the organization, without its secret, and the address to register there. For ' +
      'administrators. Changes nothing.',
  },
  saveIdentityProvider: {
    does:
      'Sets up the OpenID Connect provider of the organization, or changes it. Signers who are identified by ' +
      '`identity-provider` sign in there before they sign, anew each time; the provider has to name their address as verified, ' +
      'and it has to be the recipient’s. Try the provider before you use it.',
    refuses: {
      VALIDATION_ERROR:
        'The address may not be called, or another issuer or client comes without its secret.',
    },
  },
  deleteIdentityProvider: {
    does:
      'Deletes the identity provider: signers cannot show with it who they are any more, so that those who were asked for it ' +
      'need another identification. Signatures that were made with it stay as they are.',
  },
  tryIdentityProvider: {
    does:
      'Reads the discovery document of the provider and answers in sentences what it offers and what is missing. A provider ' +
      'that cannot be reached is an answer, too. Changes nothing.',
  },
};
