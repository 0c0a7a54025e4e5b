import { Type } from 'typebox';
import { operation } from './operation.ts';
import { described, exact, nullable, oneOf, Text, Timestamp } from './schemas.ts';
import { Intent, LinkPath, SIGNER_REFUSALS, SIGNER_WRITE_REFUSALS } from './signing-operations.ts';

const ProviderName = exact({
  key: described(Text, 'Names the provider in requests'),
  name: Text,
  sandbox: described(
    Type.Boolean(),
    'The sandbox of an instance on loopback: its signatures have no legal effect',
  ),
});
const Language = Type.String({ maxLength: 20 });

/** The part of a qualified signature that the signer's own provider has. */
export const providerOperations = {
  readProviderVisit: operation({
    method: 'GET',
    path: '/api/v1/signing/{link}/provider',
    summary: 'The providers to choose from, and how far the recipient has come with theirs',
    access: 'signer',
    internal: true,
    params: LinkPath,
    answer: exact({
      providers: Type.Array(ProviderName),
      visit: nullable(
        exact({
          stage: described(
            oneOf(['visit', 'choose', 'release', 'sign', 'wait']),
            'What comes next: sign in, choose a certificate, release its key, sign, or ask again later',
          ),
          provider: ProviderName,
          problem: described(nullable(Text), 'What failed last, in words; null when nothing did'),
          canceled: described(
            nullable(exact({ previewId: Text, credential: nullable(Text) })),
            'What the recipient did not confirm at the provider, to be tried again; null where they did',
          ),
        }),
      ),
    }),
    refusals: [...SIGNER_REFUSALS, 'WORKFLOW_STATUS_CONFLICT'],
  }),
  beginProviderVisit: operation({
    method: 'POST',
    path: '/api/v1/signing/{link}/provider',
    summary: 'Begin with a preview at a provider; answers the page of the provider to sign in',
    access: 'signer',
    internal: true,
    params: LinkPath,
    body: Type.Object({
      previewId: Type.String({ maxLength: 32 }),
      provider: Type.String({ maxLength: 40 }),
      language: Language,
    }),
    answer: exact({ url: Text }),
    refusals: [...SIGNER_WRITE_REFUSALS, 'DOCUMENT_CHANGED'],
  }),
  listCredentials: operation({
    method: 'GET',
    path: '/api/v1/signing/{link}/provider/credentials',
    summary: 'The certificates that the recipient has at the provider, each with why it cannot be chosen',
    access: 'signer',
    internal: true,
    params: LinkPath,
    answer: Type.Array(
      exact({
        id: Text,
        name: Text,
        issuer: Text,
        description: nullable(Text),
        endDate: nullable(Timestamp),
        problem: nullable(Text),
      }),
    ),
    refusals: [...SIGNER_REFUSALS, 'WORKFLOW_STATUS_CONFLICT'],
  }),
  chooseCredential: operation({
    method: 'PUT',
    path: '/api/v1/signing/{link}/provider/credential',
    summary: 'Choose a certificate, which becomes part of what is signed; answers how its key is released',
    access: 'signer',
    internal: true,
    params: LinkPath,
    body: Type.Object({ credential: Type.String({ minLength: 1, maxLength: 500 }), language: Language }),
    answer: exact({
      url: described(
        nullable(Text),
        'The page of the provider that releases the key; null where it is typed',
      ),
      asks: described(
        nullable(Type.Array(exact({ id: Text, label: nullable(Text), numeric: Type.Boolean() }))),
        'What is typed to release the key; null where a page of the provider asks',
      ),
    }),
    refusals: [...SIGNER_WRITE_REFUSALS, 'DOCUMENT_CHANGED'],
  }),
  releaseCredential: operation({
    method: 'POST',
    path: '/api/v1/signing/{link}/provider/release',
    summary: 'Release the key by what was typed, such as PIN and one-time password; it is kept nowhere',
    access: 'signer',
    internal: true,
    params: LinkPath,
    body: Type.Object({
      values: Type.Array(
        Type.Object({ id: Type.String({ maxLength: 100 }), value: Type.String({ maxLength: 200 }) }),
        { maxItems: 10 },
      ),
    }),
    status: 204,
    answer: null,
    refusals: [...SIGNER_WRITE_REFUSALS, 'DOCUMENT_CHANGED'],
  }),
  finishWithProvider: operation({
    method: 'POST',
    path: '/api/v1/signing/{link}/provider/finish',
    summary: 'Sign with the released key; `done` is false while the provider is not ready',
    access: 'signer',
    internal: true,
    params: LinkPath,
    body: Type.Object({ intent: Intent }),
    answer: exact({ done: Type.Boolean() }),
    refusals: [...SIGNER_WRITE_REFUSALS, 'DOCUMENT_CHANGED', 'DOCUMENT_NOT_ACCEPTED'],
  }),
};
