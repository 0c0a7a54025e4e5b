import { dispositionOf } from '../files/serve-file.ts';
import { type Handlers, RawResponse } from '../http/bind.ts';
import type { ArchiveDeps } from './archive-files.ts';
import { exportAccount } from './export-account.ts';

export function personalDataRoutes(deps: ArchiveDeps) {
  return {
    exportAccount: async ({ caller }) => {
      const { fileName, archive } = await exportAccount(deps, caller);
      return new RawResponse(200, archive, {
        'content-type': 'application/zip',
        'content-disposition': dispositionOf('attachment', fileName),
        'cache-control': 'private, no-store',
        'x-content-type-options': 'nosniff',
      });
    },
  } satisfies Partial<Handlers>;
}
