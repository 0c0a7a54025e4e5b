import { dispositionOf } from '../files/serve-file.ts';
import { type Handlers, RawResponse } from '../http/bind.ts';
import { type CourtBundleDeps, readCourtBundle } from './read-court-bundle.ts';

export function courtBundleRoutes(deps: CourtBundleDeps) {
  return {
    readCourtBundle: async ({ caller, params, query }) => {
      const { fileName, archive } = await readCourtBundle(deps, caller, { ...params, ...query });
      return new RawResponse(200, archive, {
        'content-type': 'application/zip',
        'content-disposition': dispositionOf('attachment', fileName),
        'cache-control': 'private, no-store',
        'x-content-type-options': 'nosniff',
      });
    },
  } satisfies Partial<Handlers>;
}
