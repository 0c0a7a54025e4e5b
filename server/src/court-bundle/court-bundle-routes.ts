import type { Readable } from 'node:stream';
import { dispositionOf } from '../files/serve-file.ts';
import { type Handlers, RawResponse } from '../http/bind.ts';
import { readArchive, readArchives } from './read-archive.ts';
import { type CourtBundleDeps, readCourtBundle } from './read-court-bundle.ts';

export function courtBundleRoutes(deps: CourtBundleDeps) {
  return {
    readCourtBundle: async ({ caller, params, query }) =>
      sendZip(await readCourtBundle(deps, caller, { ...params, ...query })),
    readArchives: async ({ caller, params, query }) =>
      sendZip(await readArchives(deps, caller, { ...params, ...query })),
    readArchive: async ({ caller, params }) => sendZip(await readArchive(deps, caller, params)),
  } satisfies Partial<Handlers>;
}

function sendZip({ fileName, archive }: { fileName: string; archive: Readable }): RawResponse {
  return new RawResponse(200, archive, {
    'content-type': 'application/zip',
    'content-disposition': dispositionOf('attachment', fileName),
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
  });
}
