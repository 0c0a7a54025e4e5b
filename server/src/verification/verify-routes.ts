import type { Deps } from '../deps.ts';
import { type Handlers, RawResponse } from '../http/bind.ts';
import { viewVerification } from './verification-view.ts';
import { verifyDocument, verifyDocumentAsXml } from './verify-document.ts';

export function verifyRoutes(deps: Pick<Deps, 'authority' | 'clock' | 'config' | 'intake'>) {
  return {
    verifyDocument: async ({ body }) =>
      viewVerification(await verifyDocument(deps, body.files.document ?? null)),
    verifyDocumentAsXml: async ({ body }) => {
      const xml = await verifyDocumentAsXml(deps, body.files.document ?? null);
      return new RawResponse(200, xml, { 'content-type': 'application/xml; charset=utf-8' });
    },
  } satisfies Partial<Handlers>;
}
