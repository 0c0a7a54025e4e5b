import { serveStoredFile } from '../files/serve-file.ts';
import type { Handlers } from '../http/bind.ts';
import { authenticateSigner } from '../signing/session/authenticate-signer.ts';
import { readCompletionCertificate, readSignerCertificate } from './completion-certificate.ts';
import type { EvidenceDeps } from './gather-facts.ts';
import { readEvidence } from './read-evidence.ts';

export function evidenceRoutes(deps: EvidenceDeps) {
  return {
    readEvidence: ({ caller, params }) => readEvidence(deps, caller, params),
    readCompletionCertificate: async ({ request, caller, params }) => {
      const certificate = await readCompletionCertificate(deps, caller, params);
      return serveStoredFile(deps, request, { ...certificate, disposition: 'attachment' });
    },
    readSignerCertificate: async ({ request, params, query }) => {
      await authenticateSigner(deps, request, params.link);
      const certificate = await readSignerCertificate(deps, params.link, query.language ?? 'en');
      return serveStoredFile(deps, request, { ...certificate, disposition: 'attachment' });
    },
  } satisfies Partial<Handlers>;
}
