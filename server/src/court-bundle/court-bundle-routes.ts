import type { Readable } from 'node:stream';
import { serveMade } from '../files/serve-file.ts';
import type { Handlers } from '../http/bind.ts';
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

function sendZip({ fileName, archive }: { fileName: string; archive: Readable }) {
  return serveMade('application/zip', { fileName, content: archive });
}
