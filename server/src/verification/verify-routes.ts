import { type Handlers, RawResponse } from '../http/bind.ts';
import { viewVerification } from './verification-view.ts';
import { type VerifyDeps, verifyDocument, verifyDocumentAsXml } from './verify-document.ts';

export function verifyRoutes(deps: VerifyDeps) {
  return {
    verifyDocument: async ({ caller, body }) =>
      viewVerification(await verifyDocument(deps, { caller, upload: body.files.document ?? null })),
    verifyDocumentAsXml: async ({ caller, body }) => {
      const xml = await verifyDocumentAsXml(deps, { caller, upload: body.files.document ?? null });
      return new RawResponse(200, xml, { 'content-type': 'application/xml; charset=utf-8' });
    },
  } satisfies Partial<Handlers>;
}
