import type { FastifyRequest } from 'fastify';
import { serveStoredFile } from '../files/serve-file.ts';
import { visitorOf } from '../http/authenticate.ts';
import { type Handlers, RawResponse } from '../http/bind.ts';
import { countHit } from '../http/rate-limit.ts';
import { listAttachments, readAttachment } from './answers/attachments.ts';
import { removeAttachment, saveAttachment } from './answers/save-attachment.ts';
import { readSigningAttachment } from './read-signing.ts';
import { authenticateSigner } from './session/authenticate-signer.ts';
import type { Attachment } from './session/session-store.ts';
import type { SigningDeps } from './session/signing-session.ts';

/** The files that signers attach: the signer's side, and the sender's. */
export function attachmentRoutes(deps: SigningDeps, view: ViewSigning) {
  return {
    saveAttachment: async ({ request, params: { link, fieldId }, body }) => {
      await authenticateSigner(deps, request, link);
      await countHit(deps, 'attachments', link);
      const { file = null } = body.files;
      const upload = file && { ...file, requester: { ...file.requester, caller: `link:${link}` } };
      await saveAttachment(deps, link, { fieldId, upload, visitor: visitorOf(request) });
      return view(request, link);
    },
    removeAttachment: async ({ request, params: { link, fieldId } }) => {
      await authenticateSigner(deps, request, link);
      await removeAttachment(deps, link, fieldId);
      return view(request, link);
    },
    readSigningAttachment: async ({ request, params: { link, fieldId } }) => {
      await authenticateSigner(deps, request, link);
      return serveAttachment(deps, request, await readSigningAttachment(deps, link, fieldId));
    },
    listAttachments: ({ caller, params }) => listAttachments(deps, caller, params),
    readAttachment: async ({ request, caller, params }) =>
      serveAttachment(deps, request, await readAttachment(deps, caller, params)),
  } satisfies Partial<Handlers>;
}

type ViewSigning = (request: FastifyRequest, link: string) => ReturnType<Handlers['readSigning']>;

/** Never shown in a page of this origin: a signer chose its content. */
async function serveAttachment(
  deps: SigningDeps,
  request: FastifyRequest,
  { fileId, name }: Pick<Attachment, 'fileId' | 'name'>,
): Promise<RawResponse> {
  const about = { fileId, fileName: name, disposition: 'attachment' } as const;
  const { status, body, headers } = await serveStoredFile(deps, request, about);
  return new RawResponse(status, body, {
    ...headers,
    'content-security-policy': "default-src 'none'; sandbox",
  });
}
