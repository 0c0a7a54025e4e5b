import { Type } from 'typebox';
import { operation } from './operation.ts';
import { ADMINISTERED, OrganizationQuery } from './organization-operations.ts';
import { described, exact, Id, nullable, oneOf, Text, Timestamp } from './schemas.ts';

const ClientAuthentication = oneOf(['body', 'header']);

export const TrustProvider = exact({
  id: described(Id, 'Id of the provider'),
  name: described(Text, 'Its name, as people who sign are shown it'),
  baseUrl: described(Text, 'Address of its methods: `https://rssp.example.org/csc/v2`'),
  oauthUrl: described(nullable(Text), 'Address of its OAuth server; null: as its `info` says'),
  clientId: described(Text, 'The id of this instance at the provider'),
  clientAuthentication: described(
    Type.Optional(ClientAuthentication),
    'Where the secret is sent; absent: as the metadata of the OAuth server say, else in the body',
  ),
  account: described(Type.Optional(Text), 'The account signed into `account_token`; absent: none is asked'),
  anchors: described(
    Type.Array(
      exact({
        name: described(Text, 'The name in the certificate'),
        sha256: described(Text, 'SHA-256 of the certificate, hexadecimal'),
        endDate: described(Timestamp, 'When it ends, in seconds since 1970'),
      }),
    ),
    'The authorities that its qualified certificates must lead to',
  ),
  enabled: described(Type.Boolean(), 'Whether people can sign with it'),
  createDate: described(Timestamp, 'When it was created, in seconds since 1970'),
});

/** The answer to a trial of a provider. */
export const ProviderFindings = exact({
  usable: described(Type.Boolean(), 'Whether nothing that signing needs is missing'),
  findings: described(
    Type.Array(
      exact({
        ok: described(Type.Boolean(), 'Whether it is as signing needs it'),
        text: described(Text, 'What was found, in a sentence'),
      }),
    ),
    'What the provider said about itself, or why it could not be asked',
  ),
});

// Only bounded here: the use cases validate what is in them, so that all problems are named at once.
const RawText = Type.String({ maxLength: 2_000 });
const providerProperties = {
  name: described(RawText, 'Its name, as people who sign are shown it'),
  baseUrl: described(RawText, 'Address of its methods, with `https://`: `https://rssp.example.org/csc/v2`'),
  oauthUrl: described(
    Type.Optional(nullable(RawText)),
    'Address of its OAuth server, without `/oauth2/authorize`; null or absent: as its `info` says',
  ),
  clientId: described(RawText, 'The id of this instance at the provider'),
  clientSecret: described(RawText, 'The secret of this instance at the provider; never shown again'),
  clientAuthentication: described(
    Type.Optional(nullable(ClientAuthentication)),
    'Where the secret is sent: in the `body` of a request or its `header` (`client_secret_basic`); null or absent: as ' +
      'the metadata of the OAuth server say, else in the body',
  ),
  account: described(
    Type.Optional(nullable(RawText)),
    'The account for `account_token`, where the provider gave one; null or absent: it asks for none',
  ),
  anchors: described(
    Type.String({ maxLength: 200_000 }),
    'The certificates of the authorities that its qualified certificates must lead to, as PEM',
  ),
  enabled: described(Type.Optional(Type.Boolean()), 'Whether people can sign with it; true by default'),
};

const ProviderPath = Type.Object({ providerId: described(Id, 'Id of the provider') });
const PROVIDERS = '/api/v1/organization/trust-providers';

const SealProvider = Type.Union([Id, Type.Literal('sandbox')]);
const sealCertificate = {
  credentialId: described(Text, 'Its id at the provider'),
  subject: described(Text, 'Whom the certificate names'),
  issuer: described(Text, 'Who issued it'),
  startDate: described(
    Type.Integer(),
    'Since when it is valid, in seconds since 1970; 0 where it could not be read',
  ),
  endDate: described(
    Type.Integer(),
    'Until when it is valid, in seconds since 1970; 0 where it could not be read',
  ),
  qualified: described(Type.Boolean(), 'Whether seals by it are qualified; else they are advanced'),
};
const SealCredential = exact({
  credential: described(
    nullable(
      exact({
        providerId: described(SealProvider, 'Id of the provider, or `sandbox`'),
        ...sealCertificate,
        pin: described(Type.Boolean(), 'Whether a PIN is stored, which is never shown'),
        problem: described(nullable(Text), 'Why seals wait; null where nothing is known to be wrong'),
        setDate: described(Timestamp, 'When it was chosen, in seconds since 1970'),
      }),
    ),
    'The certificate for seals; null: those of this instance',
  ),
});
const SEAL_CREDENTIAL = '/api/v1/organization/seal-credential';

/** Remote signing services that hold people's qualified keys. */
export const trustOperations = {
  listTrustProviders: operation({
    ...ADMINISTERED,
    method: 'GET',
    path: PROVIDERS,
    summary: 'The providers of qualified signatures of the organization, oldest first',
    answer: exact({
      returnUrl: described(Text, 'The address to register at a provider: people return there'),
      sandbox: described(Type.Boolean(), 'Whether this instance has the built-in sandbox provider'),
      items: Type.Array(TrustProvider, { description: 'The providers' }),
    }),
  }),
  createTrustProvider: operation({
    ...ADMINISTERED,
    method: 'POST',
    path: PROVIDERS,
    summary: 'Set up a provider of qualified signatures (CSC API, versions 1.0.4.0 and 2)',
    body: Type.Object(providerProperties),
    status: 201,
    answer: TrustProvider,
  }),
  updateTrustProvider: operation({
    ...ADMINISTERED,
    method: 'PUT',
    path: `${PROVIDERS}/{providerId}`,
    summary: 'Change a provider; absent properties stay, and another address needs the secret anew',
    params: ProviderPath,
    body: Type.Partial(Type.Object(providerProperties)),
    answer: TrustProvider,
  }),
  deleteTrustProvider: operation({
    ...ADMINISTERED,
    method: 'DELETE',
    path: `${PROVIDERS}/{providerId}`,
    summary: 'Delete a provider: people cannot sign with it any more',
    params: ProviderPath,
    status: 204,
    answer: null,
  }),
  tryTrustProvider: operation({
    ...ADMINISTERED,
    method: 'POST',
    path: `${PROVIDERS}/{providerId}/try`,
    summary: 'Ask a provider what it offers, and say whether people can sign with it',
    params: ProviderPath,
    answer: ProviderFindings,
  }),
  readSealCredential: operation({
    ...ADMINISTERED,
    method: 'GET',
    path: SEAL_CREDENTIAL,
    summary: 'The provider’s certificate with which the organization seals',
    answer: SealCredential,
  }),
  listSealCredentials: operation({
    ...ADMINISTERED,
    method: 'GET',
    path: `${SEAL_CREDENTIAL}/offers`,
    summary: 'The certificates that a provider holds for the organization, and whether they can seal',
    query: Type.Object({
      ...OrganizationQuery.properties,
      providerId: described(SealProvider, 'Id of the provider, or `sandbox`'),
    }),
    answer: exact({
      items: described(
        Type.Array(
          exact({
            ...sealCertificate,
            pin: described(Type.Boolean(), 'Whether its key is released by a PIN'),
            problem: described(nullable(Text), 'Why it cannot seal; null if it can'),
          }),
        ),
        'At most twenty',
      ),
    }),
  }),
  saveSealCredential: operation({
    ...ADMINISTERED,
    method: 'PUT',
    path: SEAL_CREDENTIAL,
    summary: 'Choose the provider’s certificate with which the organization seals',
    body: Type.Object({
      providerId: described(SealProvider, 'Id of the provider, or `sandbox`'),
      credentialId: described(RawText, 'Its id at the provider'),
      pin: described(
        Type.Optional(Type.String({ maxLength: 200 })),
        'The PIN that releases its key, where it has one; never shown again',
      ),
    }),
    answer: SealCredential,
  }),
  deleteSealCredential: operation({
    ...ADMINISTERED,
    method: 'DELETE',
    path: SEAL_CREDENTIAL,
    summary: 'Seal with certificates of this instance again',
    status: 204,
    answer: null,
  }),
};
