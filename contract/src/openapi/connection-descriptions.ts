import type { OperationDescriptions } from './description-table.ts';

/** Connections of an organization. */
export const CONNECTION_DESCRIPTIONS: OperationDescriptions = {
  listConnections: {
    does:
      'Answers the connections of the organization, without their secrets, and the addresses to register at each provider. ' +
      'For administrators. Changes nothing.',
  },
  createConnection: {
    does:
      'Adds an OpenID Connect or SAML provider by which members sign in; at the former signers may show who signs. The metadata of ' +
      'a SAML provider is read at once; without any, the connection shows what to register there first. Members arrive with the ' +
      'roles of their groups, or the default role; without either they are refused. A domain decides how its addresses sign ' +
      'in once it is proven.',
    refuses: {
      VALIDATION_ERROR:
        'The address may not be called, the metadata cannot be used, a role or workspace is not there, signers have another provider, or it is to be required at once.',
    },
  },
  updateConnection: {
    does:
      'Changes a connection. With `isEnforced`, addresses of its proven domains sign in by it alone: passwords, resets and ' +
      'sign-ups answer `CONNECTION_REQUIRED`, but for one administrator who keeps a password. With another issuer nobody is known by it any more.',
    refuses: {
      VALIDATION_ERROR:
        'As when it is added; or it is to be required before a sign-in by it worked, before a domain is proven, or while no administrator has a password.',
    },
  },
  deleteConnection: {
    does: 'Removes a connection: nobody signs in by it any more, and passwords work again where it was required. Sessions and accounts stay.',
  },
  tryConnection: {
    does:
      'Reads the discovery document of the provider, or its SAML metadata, and answers in sentences what it offers and what is ' +
      'missing: an ended certificate, or why its latest answer was refused. A provider ' +
      'that cannot be reached is an answer, too. Changes nothing.',
  },
  checkConnectionDomain: {
    does:
      'Asks the DNS for the TXT record of a domain. Once it has the token, addresses of the domain sign in by the connection, ' +
      'and the provider vouches for them.',
    refuses: {
      VALIDATION_ERROR:
        'There is no such record yet, it is another one, or another connection has proven the domain.',
      NOT_FOUND: 'There is no such connection, or it has no such domain.',
      SERVICE_UNAVAILABLE: 'No DNS server answered; try again in a minute.',
    },
  },
};
