import { SIGNING_LANGUAGES, type SigningLanguage } from '@paraph/domain';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Handlers } from '../../http/bind.ts';
import { visitorOf } from '../../http/visitor.ts';
import type { CodePorts } from '../../identification/request-code.ts';
import { addReturnToLink } from '../session/return-to-link.ts';
import type { SigningDeps } from '../session/signing-session.ts';
import {
  enterSignerCode,
  readSignerIdentification,
  sendSignerCode,
  sendSignerToProvider,
} from './identify-signer.ts';
import { findIdentityReturn, receiveIdentityReturn } from './visit-identity-provider.ts';

interface SignerRequests {
  authenticateSigner(request: FastifyRequest, link: string): Promise<void>;
}

/** A signer shows who they are, between the check and the signature. */
export function identifyRoutes(deps: SigningDeps & CodePorts, { authenticateSigner }: SignerRequests) {
  return {
    readIdentification: async ({ request, params, query, visitor }) => {
      await authenticateSigner(request, params.link);
      return readSignerIdentification(deps, params.link, { previewId: query.preview, visitor });
    },
    requestSigningCode: async ({ request, params, body, visitor }) => {
      await authenticateSigner(request, params.link);
      const { previewId, language } = body;
      return sendSignerCode(deps, params.link, { previewId, language: languageOf(language), visitor });
    },
    enterSigningCode: async ({ request, params, body, visitor }) => {
      await authenticateSigner(request, params.link);
      return enterSignerCode(deps, params.link, { ...body, visitor });
    },
    beginIdentityVisit: async ({ request, params, body, visitor }) => {
      await authenticateSigner(request, params.link);
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
