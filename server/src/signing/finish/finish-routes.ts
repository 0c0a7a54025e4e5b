import type { FastifyRequest } from 'fastify';
import type { Handlers } from '../../http/bind.ts';
import { certifyOwnKey } from '../advanced/certify-own-key.ts';
import type { viewSession } from '../read-signing.ts';
import type { SigningDeps, SigningSession } from '../session/signing-session.ts';
import { finishSigning } from './finish-signing.ts';

interface Ports {
  /** Requires the cookie of a link. */
  authenticateSigner: (request: FastifyRequest, link: string) => Promise<void>;
  viewChanged: (request: FastifyRequest, session: SigningSession) => ReturnType<typeof viewSession>;
}

/** The last press, and what leads to it where the service holds no key. */
export function finishRoutes(deps: SigningDeps, { authenticateSigner, viewChanged }: Ports) {
  return {
    certifyOwnKey: async ({ request, params, body: { previewId, publicKey, proof } }) => {
      await authenticateSigner(request, params.link);
      const key = { previewId, publicKey: bytesOf(publicKey), proof: bytesOf(proof) };
      const { certificate, documents } = await certifyOwnKey(deps, params.link, key);
      return {
        certificate: certificate.toString('base64'),
        documents: documents.map(({ documentId: id, signedAttributes }) => {
          return { id, signedAttributes: Buffer.from(signedAttributes).toString('base64') };
        }),
      };
    },
    finishSigning: async ({ request, params, body, visitor }) => {
      await authenticateSigner(request, params.link);
      const { previewId, intent, signatures } = body;
      const values = signatures?.map(({ documentId, value }) => ({ documentId, value: bytesOf(value) }));
      const session = await finishSigning(deps, params.link, {
        previewId,
        visitor,
        ...(intent ? { intent } : {}),
        ...(values ? { signatures: values } : {}),
      });
      return viewChanged(request, session);
    },
  } satisfies Partial<Handlers>;
}

function bytesOf(base64: string): Buffer {
  return Buffer.from(base64, 'base64');
}
