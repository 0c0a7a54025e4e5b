import { clearSessionCookie } from '../accounts/session-cookie.ts';
import type { Deps } from '../deps.ts';
import { dispositionOf } from '../files/serve-file.ts';
import { type Handlers, RawResponse } from '../http/bind.ts';
import type { ArchiveDeps } from './archive-files.ts';
import { eraseAccount } from './erase-account.ts';
import { exportAccount } from './export-account.ts';
import { planErasure } from './plan-erasure.ts';

export function personalDataRoutes(deps: ArchiveDeps & Pick<Deps, 'vault'>) {
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
    previewErasure: async ({ caller }) => {
      const { erased, organizations, sent, obstacles } = await planErasure(deps.database, caller);
      const namesOf = (isAlone: boolean) =>
        organizations.filter((each) => each.isAlone === isAlone).map((each) => each.organizationName);
      return { ...erased, left: namesOf(false), closed: namesOf(true), sent: sent.total, obstacles };
    },
    eraseAccount: async ({ caller, body, reply }) => {
      await eraseAccount(deps, caller, body.currentPassword);
      clearSessionCookie(reply, deps.config);
    },
  } satisfies Partial<Handlers>;
}
