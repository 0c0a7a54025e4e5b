import { SIGNING_LANGUAGES, type SigningLanguage } from '@paraph/domain';
import type { FastifyInstance } from 'fastify';
import { visitorOf } from '../../http/authenticate.ts';
import type { Handlers } from '../../http/bind.ts';
import type { CodePorts } from '../../identification/request-code.ts';
import { addReturnToLink, authenticateSigner } from '../session/authenticate-signer.ts';
import type { SigningDeps } from '../session/signing-session.ts';
import {
  enterSignerCode,
  proveByPasskey,
  readSignerIdentification,
  sendPasskeyChallenge,
  sendSignerCode,
  sendSignerToProvider,
} from './identify-signer.ts';
import {
  addPasskey,
  beginPasskey,
  listOwnPasskeys,
  mailPasskeyCode,
  removePasskey,
} from './set-up-passkey.ts';
import { findIdentityReturn, receiveIdentityReturn } from './visit-identity-provider.ts';

/** A signer shows who they are, between the check and the signature. */
export function identifyRoutes(deps: SigningDeps & CodePorts) {
  return {
    readIdentification: async ({ request, params, query, visitor }) => {
      await authenticateSigner(deps, request, params.link);
      return readSignerIdentification(deps, params.link, { previewId: query.preview, visitor });
    },
    requestSigningCode: async ({ request, params, body, visitor }) => {
      await authenticateSigner(deps, request, params.link);
      const { previewId, language } = body;
      return sendSignerCode(deps, params.link, { previewId, language: languageOf(language), visitor });
    },
    enterSigningCode: async ({ request, params, body, visitor }) => {
      await authenticateSigner(deps, request, params.link);
      return enterSignerCode(deps, params.link, { ...body, visitor });
    },
    beginIdentityVisit: async ({ request, params, body, visitor }) => {
      await authenticateSigner(deps, request, params.link);
      const { previewId, language } = body;
      return sendSignerToProvider(deps, params.link, { previewId, language: languageOf(language), visitor });
    },
  } satisfies Partial<Handlers>;
}

function languageOf(text: string): SigningLanguage {
  return SIGNING_LANGUAGES.find((each) => each === text) ?? 'en';
}

/** Where identity providers return people to. */
export function addIdentityReturn(app: FastifyInstance, deps: SigningDeps): void {
  addReturnToLink(app, deps, {
    from: 'identity',
    anchor: 'identified',
    findVisit: (state) => findIdentityReturn(deps, state),
    receive: (_link, query, request) =>
      receiveIdentityReturn(deps, { state: query.get('state') ?? '', query, visitor: visitorOf(request) }),
  });
}

/** A signer shows by a passkey who they are, and sets one up after a signing. */
export function passkeyRoutes(deps: SigningDeps & CodePorts) {
  return {
    askForPasskey: async ({ request, params, body, visitor }) => {
      await authenticateSigner(deps, request, params.link);
      return sendPasskeyChallenge(deps, params.link, { ...body, visitor });
    },
    proveByPasskey: async ({ request, params, body: { previewId, ...assertion }, visitor }) => {
      await authenticateSigner(deps, request, params.link);
      return proveByPasskey(deps, params.link, { previewId, visitor, assertion });
    },
    listOwnPasskeys: async ({ request, params }) => {
      await authenticateSigner(deps, request, params.link);
      return listOwnPasskeys(deps, params.link);
    },
    mailPasskeyCode: async ({ request, params, body, visitor }) => {
      await authenticateSigner(deps, request, params.link);
      const language = SIGNING_LANGUAGES.find((each) => each === body.language) ?? 'en';
      return mailPasskeyCode(deps, params.link, { language, visitor });
    },
    beginPasskey: async ({ request, params, body, visitor }) => {
      await authenticateSigner(deps, request, params.link);
      return beginPasskey(deps, params.link, { code: body.code, language: 'en', visitor });
    },
    addPasskey: async ({ request, params, body }) => {
      await authenticateSigner(deps, request, params.link);
      await addPasskey(deps, params.link, body);
      return listOwnPasskeys(deps, params.link);
    },
    removePasskey: async ({ request, params }) => {
      await authenticateSigner(deps, request, params.link);
      await removePasskey(deps, params.link, params.passkeyId);
      return listOwnPasskeys(deps, params.link);
    },
  } satisfies Partial<Handlers>;
}
