import type { FastifyInstance } from 'fastify';
import type { Handlers } from '../../http/bind.ts';
import { addReturnToLink, authenticateSigner } from '../session/authenticate-signer.ts';
import type { SigningDeps } from '../session/signing-session.ts';
import { chooseCredential, listCredentials, readVisit } from './choose-credential.ts';
import { finishWithProvider, releaseCredential } from './finish-with-provider.ts';
import { beginVisit, findReturning, listProvidersFor, receiveReturn } from './visit-provider.ts';

export function providerRoutes(deps: SigningDeps) {
  return {
    readProviderVisit: async ({ request, params }) => {
      await authenticateSigner(deps, request, params.link);
      const providers = await listProvidersFor(deps, params.link);
      return { providers, visit: await readVisit(deps, params.link) };
    },
    beginProviderVisit: async ({ request, params, body }) => {
      await authenticateSigner(deps, request, params.link);
      const { previewId, provider: providerKey, language } = body;
      return beginVisit(deps, params.link, { previewId, providerKey, language });
    },
    listCredentials: async ({ request, params }) => {
      await authenticateSigner(deps, request, params.link);
      // The page asks in the language that it is read in.
      return listCredentials(deps, params.link, request.headers['accept-language']?.split(',')[0]);
    },
    chooseCredential: async ({ request, params, body }) => {
      await authenticateSigner(deps, request, params.link);
      const { credential: credentialId, language } = body;
      return chooseCredential(deps, params.link, { credentialId, language });
    },
    releaseCredential: async ({ request, params, body }) => {
      await authenticateSigner(deps, request, params.link);
      await releaseCredential(deps, params.link, body.values);
      return undefined;
    },
    finishWithProvider: async ({ request, params, body, visitor }) => {
      await authenticateSigner(deps, request, params.link);
      const { intent } = body;
      return {
        done: await finishWithProvider(deps, params.link, { visitor, ...(intent ? { intent } : {}) }),
      };
    },
  } satisfies Partial<Handlers>;
}

/** Where providers return people to. */
export function addProviderReturn(app: FastifyInstance, deps: SigningDeps): void {
  addReturnToLink(app, deps, {
    from: 'provider',
    anchor: 'provider',
    findVisit: (state) => findReturning(deps, state),
    receive: (link, query) => {
      const [code, error, description] = [
        query.get('code'),
        query.get('error'),
        query.get('error_description'),
      ];
      return receiveReturn(deps, link, { state: query.get('state') ?? '', code, error, description });
    },
  });
}
