import { Refusal } from '@paraph/domain';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { getLogo, readDraftBrand } from '../brands/manage-brand.ts';
import { serveLogo } from '../brands/serve-logo.ts';
import type { HostedBy } from '../database/column-types.ts';
import type { Deps } from '../deps.ts';
import { requireDesignSession } from '../design/design-sessions.ts';
import { unknownFrame } from '../developers/frames.ts';
import { serveDownload, serveFile, serveStoredFile } from '../files/serve-file.ts';
import { requesterOf } from '../http/authenticate.ts';
import { type Handlers, RawResponse } from '../http/bind.ts';
import type { Visitor } from '../http/caller.ts';
import { addressKey, countHit } from '../http/rate-limit.ts';
import type { CodePorts } from '../identification/request-code.ts';
import { viewRecipient } from '../workflows/reading/view-workflows.ts';
import { certifyOwnKey } from './advanced/certify-own-key.ts';
import { listAttachments, readAttachment, removeAttachment, saveAttachment } from './answers/attachments.ts';
import { fillField } from './answers/fill-field.ts';
import {
  deleteKeptSignature,
  readKeptMarks,
  readKeptSignature,
  takeKeptMark,
  updateKeptSignature,
} from './answers/kept-signature.ts';
import { previewSigning } from './answers/preview-signing.ts';
import { saveSignatureImage } from './answers/signer-files.ts';
import { approveReview, declineSigning } from './finish/approve-or-decline.ts';
import { finishSigning } from './finish/finish-signing.ts';
import { listMyActions } from './list-my-actions.ts';
import { previewBrand } from './preview-brand.ts';
import { proofRoutes } from './proof/proof-routes.ts';
import { providerRoutes } from './qualified/provider-routes.ts';
import {
  nameSigningDownload,
  readFirstPage,
  readSignatureImage,
  readSigning,
  readSigningAnnex,
  readSigningAttachment,
  readSigningDocument,
  viewSession,
} from './read-signing.ts';
import { nameWitness, reassignRecipient, reassignSigning } from './reassign-recipient.ts';
import {
  arrivalOf,
  authenticateSigner,
  behindLink,
  clearSigningCookie,
  refuseHosted,
  writeSigningCookie,
} from './session/authenticate-signer.ts';
import { createEmbeddedSession, openEmbeddedSession } from './session/embedded.ts';
import { inPersonRoutes } from './session/in-person-routes.ts';
import {
  createHandover,
  endedHandover,
  findHandedOver,
  giveConsent,
  openSigning,
  takeHandover,
} from './session/open-signing.ts';
import { loadSigningSession, type ShownSession, type SigningDeps } from './session/signing-session.ts';
import {
  previewAsSigner,
  readTriedAnnex,
  readTriedDocument,
  tryAsSigner,
  tryFirstRow,
} from './try-as-signer.ts';

export function signingRoutes(deps: Deps & SigningDeps, ports: CodePorts) {
  const signer = behindLink(deps);
  const view = viewOf(deps);
  return {
    readSigning: ({ request, reply, params: { link } }) =>
      withCookieWhileThere(deps, { request, reply, link }, (hosted) =>
        view(request, link, hosted ? { hosted } : {}),
      ),
    ...signingFileRoutes(deps),
    ...trialRoutes(deps),
    ...attachmentRoutes(deps),
    ...keptSignatureRoutes(deps),
    ...finishRoutes(deps),
    ...providerRoutes(deps),
    ...handoverRoutes(deps),
    ...inPersonRoutes(deps),
    ...embeddedRoutes(deps),
    ...proofRoutes({ ...deps, ...ports }),
    previewBrandSigning: async ({ caller, query, request }) => {
      const draft = await readDraftBrand(deps, caller, query);
      return previewBrand(deps, { ...draft, acceptLanguage: request.headers['accept-language'] });
    },
    listMyActions: ({ caller, query }) =>
      listMyActions(deps, caller, { page: query.page, limit: query.limit ?? query.limits }),
    reassignRecipient: async ({ caller, params, body, visitor }) => {
      const { workflow } = await reassignRecipient(deps, caller, { ...params, ...body, visitor });
      const { recipientId } = params;
      return viewRecipient(deps.database, deps, { workflowId: workflow.id, recipientId });
    },
    openSigning: signer(({ params, body: { timeZone = null }, visitor }) =>
      openSigning(deps, params.link, { timeZone, visitor }),
    ),
    giveConsent: signer(async ({ request, params, body: { timeZone = null, ...shown }, visitor }) =>
      viewChanged(
        deps,
        { request, visitor },
        await giveConsent(deps, params.link, { ...shown, timeZone, visitor }),
      ),
    ),
    nameWitness: signer(async ({ request, params, body, visitor }) => {
      await nameWitness(deps, params.link, { ...body, visitor });
      return view(request, params.link, visitor);
    }),
    saveMark: signer(async ({ request, reply, params: { link, kind }, body, visitor }) => {
      await countHit(deps, 'signatureImages', link);
      const requester = { ...requesterOf(null, request, reply), caller: `link:${link}` };
      const image = { text: null, font: null, ...body, kind, requester, visitor };
      return viewChanged(deps, { request, visitor }, await saveSignatureImage(deps, link, image));
    }),
    fillField: signer(({ params: { link, fieldId }, body }) =>
      fillField(deps, link, { fieldId, value: body.value }),
    ),
    previewSigning: signer(({ params, body }) => previewSigning(deps, params.link, body)),
    approveReview: signer(async ({ request, params, body, visitor }) => {
      await approveReview(deps, params.link, { ...body, visitor });
      return view(request, params.link, visitor);
    }),
    reassignSigning: signer(async ({ request, reply, params, body, visitor }) => {
      await reassignSigning(deps, params.link, { ...body, visitor });
      clearSigningCookie(deps, { request, reply }, params.link);
    }),
    declineSigning: signer(async ({ request, params, body, visitor }) => {
      await declineSigning(deps, params.link, { reason: body.reason, visitor });
      return view(request, params.link, visitor);
    }),
  } satisfies Partial<Handlers>;
}

/** The signature of an account, and taking it for a document that was sent to its address. */
function keptSignatureRoutes(deps: SigningDeps) {
  const signer = behindLink(deps);
  return {
    readKeptSignature: ({ caller }) => readKeptSignature(deps, caller.userId),
    updateKeptSignature: async ({ caller, body: marks, request, reply }) => {
      await countHit(deps, 'signatureImages', `account:${caller.userId}`);
      return updateKeptSignature(deps, { caller, marks, requester: requesterOf(caller, request, reply) });
    },
    deleteKeptSignature: ({ caller }) => deleteKeptSignature(deps, caller),
    readKeptMarks: signer(({ caller, params }) => readKeptMarks(deps, params.link, caller)),
    takeKeptMark: signer(async ({ caller, request, visitor, params: { link, kind } }) => {
      await countHit(deps, 'signatureImages', link);
      return viewChanged(deps, { request, visitor }, await takeKeptMark(deps, link, { caller, kind }));
    }),
  } satisfies Partial<Handlers>;
}

function viewOf(deps: SigningDeps) {
  return async (request: FastifyRequest, link: string, visitor: Pick<Visitor, 'hosted'>) =>
    withHosted(await readSigning(deps, link, request.headers['accept-language']), visitor);
}

/** With who handed the session over, which the cookie says, or the bearer of a frame. */
function withHosted<View extends { hosted: unknown }>(view: View, { hosted }: Pick<Visitor, 'hosted'>) {
  return { ...view, hosted: hosted ? { way: hosted.way, host: hosted.host } : null };
}

/** The page after a change, from the session that it has left. */
function viewChanged(
  deps: SigningDeps,
  { request, visitor }: { request: FastifyRequest; visitor: Visitor },
  session: ShownSession,
) {
  return withHosted(viewSession(deps, session, request.headers['accept-language']), visitor);
}

const PICTURE_HEADERS = {
  'content-type': 'image/png',
  'cache-control': 'private, no-store',
  'x-content-type-options': 'nosniff',
};

/** What a signer may download: the documents, their pictures, and the own signature image. */
function signingFileRoutes(deps: SigningDeps) {
  const signer = behindLink(deps);
  return {
    readSigningDocument: signer(async ({ request, params: { link, documentId }, query }) => {
      const previewId = query.preview ?? null;
      const { name, ...file } = await readSigningDocument(deps, link, { documentId, previewId });
      if (query.download !== '1')
        return serveFile(deps, { request }, { ...file, fileName: name, disposition: 'inline' });
      const { language = 'en' } = query;
      const fileName = await nameSigningDownload(deps, link, { name, language });
      return serveFile(deps, { request }, { ...file, fileName, disposition: 'attachment' });
    }),
    readSigningAnnex: signer(async ({ request, params: { link, annexId } }) =>
      serveDownload(deps, request, await readSigningAnnex(deps, link, annexId)),
    ),
    readSigningFirstPage: signer(async ({ request, params }) => {
      const picture = await readFirstPage(deps, params.link, params.documentId);
      if ('bytes' in picture) return new RawResponse(200, picture.bytes, PICTURE_HEADERS);
      return serveStoredFile(deps, request, {
        ...picture,
        fileName: 'first-page.png',
        disposition: 'inline',
      });
    }),
    readSigningLogo: signer(async ({ request, params }) => {
      const { facts } = await loadSigningSession(deps, params.link);
      return serveLogo(deps, { request }, await getLogo(deps.database, facts.organization.brand));
    }),
    readSigningMark: signer(async ({ request, params: { link, kind } }) => {
      const { fileId } = await readSignatureImage(deps, link, kind);
      return serveStoredFile(deps, request, { fileId, fileName: `${kind}.png`, disposition: 'inline' });
    }),
  } satisfies Partial<Handlers>;
}

/** For the sender, who tries the page of a draft's recipient; the session of the designer authorizes it. */
function trialRoutes(deps: Deps & SigningDeps) {
  return {
    previewBulkJob: ({ caller, params, request }) =>
      tryFirstRow(deps, caller, { ...params, acceptLanguage: request.headers['accept-language'] }),
    tryAsSigner: async ({ request, params }) => {
      const guest = await requireDesignSession(deps, request, params.session);
      const acceptLanguage = request.headers['accept-language'];
      return tryAsSigner(deps, guest, { roleId: params.roleId, acceptLanguage });
    },
    previewAsSigner: async ({ request, reply, params, body }) => {
      const guest = await requireDesignSession(deps, request, params.session);
      await countHit(deps, 'trialPreviews', guest.session.id);
      const requester = { ...requesterOf(null, request, reply), caller: guest.caller.key };
      const tried = { signature: null, initials: null, ...body, ...params, requester };
      const { name, ...file } = await previewAsSigner(deps, guest, tried);
      return serveStoredFile(deps, request, { ...file, fileName: name, disposition: 'inline' });
    },
    readTriedAnnex: async ({ request, params }) => {
      const guest = await requireDesignSession(deps, request, params.session);
      return serveDownload(deps, request, await readTriedAnnex(deps, guest, params));
    },
    readTriedDocument: async ({ request, params, query }) => {
      const guest = await requireDesignSession(deps, request, params.session);
      const { name, ...file } = await readTriedDocument(deps, guest, params);
      const disposition = query.download === '1' ? 'attachment' : 'inline';
      return serveStoredFile(deps, request, { ...file, fileName: name, disposition });
    },
  } satisfies Partial<Handlers>;
}

/** Reads what a link shows; one that has ended takes its cookie along. */
async function withCookieWhileThere<T>(
  deps: SigningDeps,
  { link, ...answered }: { request: FastifyRequest; reply: FastifyReply; link: string },
  read: (hosted: HostedBy | null) => Promise<T>,
): Promise<T> {
  try {
    return await read(await authenticateSigner(deps, answered.request, link));
  } catch (error) {
    if (error instanceof Refusal && error.code === 'NOT_FOUND') clearSigningCookie(deps, answered, link);
    throw error;
  }
}

/** A recipient goes on with another device. */
function handoverRoutes(deps: SigningDeps) {
  return {
    createHandover: behindLink(deps)(({ params, request, visitor: { hosted } }) => {
      // From the device of a host nobody goes on; from a page of an app they may, to a page of its own.
      if (hosted?.way === 'device') refuseHosted({ hosted });
      return createHandover(deps, params.link, { origin: request.linkHost?.origin, hosted });
    }),
    takeHandover: async ({ request, reply, body, visitor }) => {
      const handover = await findHandedOver(deps, body.token);
      if (handover === null) {
        await countHit(deps, 'signingLinkUnknown', addressKey(request.ip));
        throw endedHandover();
      }
      const { link_id: link, hosted } = handover;
      const as = hosted ? { ...visitor, hosted } : visitor;
      await takeHandover(deps, link, { token: body.token, visitor: as });
      writeSigningCookie(deps, reply, { id: link, hosted: hosted && { ...hosted, returnUrl: null } });
      return { link };
    },
  } satisfies Partial<Handlers>;
}

/** An app shows the session in a frame of its own page. */
function embeddedRoutes(deps: SigningDeps) {
  return {
    createEmbeddedSession: ({ caller, params, body: asked, visitor }) =>
      createEmbeddedSession(deps, caller, { ...params, asked, visitor }),
    openEmbeddedSession: async ({ body: { session, token }, visitor }) => {
      const opened = await openEmbeddedSession(deps, { session, token, visitor });
      if (opened !== null) return opened;
      await countHit(deps, 'signingLinkUnknown', addressKey(visitor.ip));
      throw unknownFrame();
    },
  } satisfies Partial<Handlers>;
}

/** The last press, and what leads to it where the service holds no key. */
function finishRoutes(deps: SigningDeps) {
  const signer = behindLink(deps);
  return {
    certifyOwnKey: signer(async ({ params, body: { previewId, publicKey, proof }, visitor }) => {
      const arrival = arrivalOf(visitor);
      const key = { previewId, publicKey: bytesOf(publicKey), proof: bytesOf(proof), arrival };
      const { certificate, documents } = await certifyOwnKey(deps, params.link, key);
      return {
        certificate: certificate.toString('base64'),
        documents: documents.map(({ documentId: id, signedAttributes }) => {
          return { id, signedAttributes: Buffer.from(signedAttributes).toString('base64') };
        }),
      };
    }),
    finishSigning: signer(async ({ request, params, body: { signatures, ...press }, visitor }) => {
      const values = signatures?.map(({ documentId, value }) => ({ documentId, value: bytesOf(value) }));
      const command = { ...press, visitor, ...(values ? { signatures: values } : {}) };
      return viewChanged(deps, { request, visitor }, await finishSigning(deps, params.link, command));
    }),
  } satisfies Partial<Handlers>;
}

function bytesOf(base64: string): Buffer {
  return Buffer.from(base64, 'base64');
}

/** The files that signers attach: the signer's side, and the sender's. */
function attachmentRoutes(deps: SigningDeps) {
  const signer = behindLink(deps);
  const view = viewOf(deps);
  return {
    saveAttachment: signer(async ({ request, params: { link, fieldId }, body, visitor }) => {
      await countHit(deps, 'attachments', link);
      const { file = null } = body.files;
      const upload = file && { ...file, requester: { ...file.requester, caller: `link:${link}` } };
      await saveAttachment(deps, link, { fieldId, upload, visitor });
      return view(request, link, visitor);
    }),
    removeAttachment: signer(async ({ request, visitor, params: { link, fieldId } }) => {
      await removeAttachment(deps, link, fieldId);
      return view(request, link, visitor);
    }),
    readSigningAttachment: signer(async ({ request, params: { link, fieldId } }) =>
      serveDownload(deps, request, await readSigningAttachment(deps, link, fieldId)),
    ),
    listAttachments: ({ caller, params }) => listAttachments(deps, caller, params),
    readAttachment: async ({ request, caller, params }) =>
      serveDownload(deps, request, await readAttachment(deps, caller, params)),
  } satisfies Partial<Handlers>;
}
