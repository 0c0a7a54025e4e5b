import type { Deps } from '../deps.ts';
import type { Handlers } from '../http/bind.ts';
import { viewVerification } from './verification-view.ts';
import { verifyDocument } from './verify-document.ts';

export function verifyRoutes(deps: Pick<Deps, 'authority' | 'clock' | 'config' | 'intake'>) {
  return {
    verifyDocument: async ({ body }) =>
      viewVerification(await verifyDocument(deps, body.files.document ?? null)),
  } satisfies Partial<Handlers>;
}
