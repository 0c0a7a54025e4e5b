import { clearSessionCookie } from '../accounts/session-cookie.ts';
import type { Deps } from '../deps.ts';
import { serveMade } from '../files/serve-file.ts';
import type { Handlers } from '../http/bind.ts';
import type { ArchiveDeps } from './archive-files.ts';
import { eraseAccount } from './erase-account.ts';
import { exportAccount } from './export-account.ts';
import { planErasure } from './plan-erasure.ts';

export function personalDataRoutes(deps: ArchiveDeps & Pick<Deps, 'vault'>) {
  return {
    exportAccount: async ({ caller }) => {
      const { fileName, archive } = await exportAccount(deps, caller);
      return serveMade('application/zip', { fileName, content: archive });
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
