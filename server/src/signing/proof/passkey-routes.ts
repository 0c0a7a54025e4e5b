import { SIGNING_LANGUAGES } from '@paraph/domain';
import type { FastifyRequest } from 'fastify';
import type { Handlers } from '../../http/bind.ts';
import type { CodePorts } from '../../identification/request-code.ts';
import type { SigningDeps } from '../session/signing-session.ts';
import { proveByPasskey, sendPasskeyChallenge } from './identify-signer.ts';
import {
  addPasskey,
  beginPasskey,
  listOwnPasskeys,
  mailPasskeyCode,
  removePasskey,
} from './set-up-passkey.ts';

interface PasskeyPorts {
  authenticateSigner(request: FastifyRequest, link: string): Promise<void>;
}

/** A signer shows by a passkey who they are, and sets one up after a signing. */
export function passkeyRoutes(deps: SigningDeps & CodePorts, { authenticateSigner }: PasskeyPorts) {
  return {
    askForPasskey: async ({ request, params, body, visitor }) => {
      await authenticateSigner(request, params.link);
      return sendPasskeyChallenge(deps, params.link, { ...body, visitor });
    },
    proveByPasskey: async ({ request, params, body: { previewId, ...assertion }, visitor }) => {
      await authenticateSigner(request, params.link);
      return proveByPasskey(deps, params.link, { previewId, visitor, assertion });
    },
    listOwnPasskeys: async ({ request, params }) => {
      await authenticateSigner(request, params.link);
      return listOwnPasskeys(deps, params.link);
    },
    mailPasskeyCode: async ({ request, params, body, visitor }) => {
      await authenticateSigner(request, params.link);
      const language = SIGNING_LANGUAGES.find((each) => each === body.language) ?? 'en';
      return mailPasskeyCode(deps, params.link, { language, visitor });
    },
    beginPasskey: async ({ request, params, body, visitor }) => {
      await authenticateSigner(request, params.link);
      return beginPasskey(deps, params.link, { code: body.code, language: 'en', visitor });
    },
    addPasskey: async ({ request, params, body }) => {
      await authenticateSigner(request, params.link);
      await addPasskey(deps, params.link, body);
      return listOwnPasskeys(deps, params.link);
    },
    removePasskey: async ({ request, params }) => {
      await authenticateSigner(request, params.link);
      await removePasskey(deps, params.link, params.passkeyId);
      return listOwnPasskeys(deps, params.link);
    },
  } satisfies Partial<Handlers>;
}
