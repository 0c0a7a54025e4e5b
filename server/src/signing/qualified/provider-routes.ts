import type { FastifyInstance } from 'fastify';
import type { Handlers } from '../../http/bind.ts';
import { addReturnToLink, behindLink } from '../session/authenticate-signer.ts';
import type { SigningDeps } from '../session/signing-session.ts';
import { chooseCredential, listCredentials, readVisit } from './choose-credential.ts';
import { finishWithProvider, releaseCredential } from './finish-with-provider.ts';
import { beginVisit, listProvidersFor, receiveReturn } from './visit-provider.ts';

export function providerRoutes(deps: SigningDeps) {
  const signer = behindLink(deps);
  return {
    readProviderVisit: signer(async ({ params: { link } }) => {
      const providers = await listProvidersFor(deps, link);
      return { providers, visit: await readVisit(deps, link) };
    }),
    beginProviderVisit: signer(({ params, body: { provider: providerKey, ...asked } }) =>
      beginVisit(deps, params.link, { ...asked, providerKey }),
    ),
    // The page asks in the language that it is read in.
    listCredentials: signer(({ request, params }) =>
      listCredentials(deps, params.link, request.headers['accept-language']?.split(',')[0]),
    ),
    chooseCredential: signer(({ params, body: { credential: credentialId, language } }) =>
      chooseCredential(deps, params.link, { credentialId, language }),
    ),
    releaseCredential: signer(({ params, body }) => releaseCredential(deps, params.link, body.values)),
    finishWithProvider: signer(async ({ params, body: { intent }, visitor }) => ({
      done: await finishWithProvider(deps, params.link, { visitor, ...(intent ? { intent } : {}) }),
    })),
  } satisfies Partial<Handlers>;
}

/** Where providers return people to. */
export function addProviderReturn(app: FastifyInstance, deps: SigningDeps): void {
  addReturnToLink(app, deps, {
    from: 'provider',
    anchor: 'provider',
    receive: (link, query) => receiveReturn(deps, link, query),
  });
}
