import type { FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { unknownFrame } from '../developers/frames.ts';
import { serveStoredFile } from '../files/serve-file.ts';
import type { Handlers } from '../http/bind.ts';
import { addressKey, countHit } from '../http/rate-limit.ts';
import { listSuggestedFields } from '../workflows/drafts/suggest-fields.ts';
import { getEnvelopeAddress } from '../workflows/reading/read-workflow.ts';
import { viewEnvelopes, viewPlacedFields } from '../workflows/reading/view-workflows.ts';
import { readDesign, readDesignDocument, saveDesign, startDesign } from './design.ts';
import {
  type DesignGuest,
  openDesignSession,
  requireDesigner,
  requireDesignSession,
} from './design-sessions.ts';
import { viewDesign } from './design-view.ts';
import { createEmbeddedDesign, openEmbeddedDesign } from './embedded-designs.ts';
import { addDesignDocument, removeDesignDocument, setDesignPeople } from './framed-design.ts';

export function designRoutes(deps: Deps) {
  const requireSession = (request: FastifyRequest, session: string) =>
    requireDesignSession(deps, request, session);
  const view = async (guest: DesignGuest) => {
    const design = await readDesign(deps, guest);
    const [envelope] = await viewEnvelopes(deps.database, deps, [design.record.workflow.id]);
    if (!envelope) throw new Error(`workflow ${design.record.workflow.id} has no shape`);
    return viewDesign(guest.session, design, envelope);
  };
  return {
    openWorkflowSession: ({ caller, params }) => openDesignSession(deps, caller, params),
    openEnvelopeSession: async ({ caller, params }) =>
      openDesignSession(deps, caller, await getEnvelopeAddress(deps, caller, params.envelopeId)),
    createEmbeddedDesign: ({ caller, params, body: asked }) =>
      createEmbeddedDesign(deps, caller, { ...params, asked }),
    openEmbeddedDesign: async ({ body, visitor }) => {
      const opened = await openEmbeddedDesign(deps, body);
      if (opened !== null) return opened;
      await countHit(deps, 'signingLinkUnknown', addressKey(visitor.ip));
      throw unknownFrame();
    },
    readDesign: async ({ request, params }) => view(await requireSession(request, params.session)),
    readDesignDocument: async ({ request, params, query }) => {
      const guest = await requireSession(request, params.session);
      const { name, ...file } = await readDesignDocument(deps, guest, params.documentId);
      const disposition = query.download === '1' ? 'attachment' : 'inline';
      return serveStoredFile(deps, request, { ...file, fileName: name, disposition });
    },
    listDesignSuggestions: async ({ request, params }) => {
      const guest = await requireSession(request, params.session);
      requireDesigner(guest);
      await countHit(deps, 'trialPreviews', guest.session.id);
      return listSuggestedFields(deps, guest.caller, { ...guest.address, documentId: params.documentId });
    },
    saveDesign: async ({ request, params, body, visitor }) => {
      const guest = await requireSession(request, params.session);
      return viewPlacedFields(await saveDesign(deps, guest, { fields: body.fields, visitor }));
    },
    setDesignPeople: async ({ request, params, body, visitor }) => {
      const guest = await requireSession(request, params.session);
      await setDesignPeople(deps, guest, { ...body, visitor });
      return view(guest);
    },
    addDesignDocument: async ({ request, params, body, visitor }) => {
      const guest = await requireSession(request, params.session);
      const { document = null } = body.files;
      const upload = document && {
        ...document,
        requester: { ...document.requester, caller: guest.caller.key },
      };
      await addDesignDocument(deps, guest, { document: upload, visitor });
      return view(guest);
    },
    removeDesignDocument: async ({ request, params, visitor }) => {
      const guest = await requireSession(request, params.session);
      await removeDesignDocument(deps, guest, { ...params, visitor });
      return view(guest);
    },
    startDesign: async ({ request, params, visitor }) => {
      const guest = await requireSession(request, params.session);
      await startDesign(deps, guest, visitor);
      return view(guest);
    },
  } satisfies Partial<Handlers>;
}
