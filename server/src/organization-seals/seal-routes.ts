import type { Deps } from '../deps.ts';
import { serveStoredFile } from '../files/serve-file.ts';
import type { Handlers } from '../http/bind.ts';
import { documentForm } from '../http/multipart.ts';
import type { ReleaseBeside } from '../workflows/lifecycle/delete-workflow.ts';
import { createSeal } from './create-seal.ts';
import {
  deleteSeal,
  findSealAddress,
  findSealedFile,
  listSeals,
  readCertificateOf,
  retrySeal,
  viewOneSeal,
} from './read-seals.ts';

export function sealRoutes(deps: Deps & { releaseBeside: ReleaseBeside }) {
  const disposition = 'attachment';
  return {
    createSeal: async ({ caller, body, visitor }) =>
      viewOneSeal(deps, await createSeal(deps, caller, { ...documentForm(body), visitor })),
    listSeals: ({ caller, query: { filters, ...query } }) =>
      listSeals(deps, caller, { ...query, ...filters }),
    readSeal: async ({ caller, params }) => {
      const { workflowId } = await findSealAddress(deps, caller, params.sealId);
      return viewOneSeal(deps, workflowId);
    },
    readSealedFile: async ({ caller, params, request }) => {
      const file = await findSealedFile(deps, caller, params.sealId);
      return serveStoredFile(deps, request, { ...file, disposition });
    },
    readSealCertificate: async ({ caller, params, request }) => {
      const file = await readCertificateOf(deps, caller, params.sealId);
      return serveStoredFile(deps, request, { ...file, disposition });
    },
    retrySeal: ({ caller, params, visitor }) => retrySeal(deps, caller, { ...params, visitor }),
    deleteSeal: ({ caller, params, visitor }) => deleteSeal(deps, caller, { ...params, visitor }),
  } satisfies Partial<Handlers>;
}
