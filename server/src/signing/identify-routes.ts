import { SIGNING_LANGUAGES } from '@paraph/domain';
import type { FastifyRequest } from 'fastify';
import type { Handlers } from '../http/bind.ts';
import type { CodePorts } from '../identification/request-code.ts';
import { enterSignerCode, readSignerIdentification, sendSignerCode } from './identify-signer.ts';
import type { SigningDeps } from './signing-session.ts';

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
      const language = SIGNING_LANGUAGES.find((each) => each === body.language) ?? 'en';
      return sendSignerCode(deps, params.link, { previewId: body.previewId, language, visitor });
    },
    enterSigningCode: async ({ request, params, body, visitor }) => {
      await authenticateSigner(request, params.link);
      return enterSignerCode(deps, params.link, { ...body, visitor });
    },
  } satisfies Partial<Handlers>;
}
