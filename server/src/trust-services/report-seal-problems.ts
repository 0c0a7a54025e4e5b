import type { Tx } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { addSeconds } from '../platform/clock.ts';
import { listAdministratorsOf, readOrganizationName } from '../workspaces/api.ts';
import { lockUntold, type StoredSealCredential, updateSealCredential } from './seal-credential-store.ts';

/** Sends a mail that is about no workflow. */
type QueueMail = (
  tx: Tx,
  mail: {
    kind: 'seal_warning';
    toEmail: string;
    toName: null;
    detail: { organization: string; problem: string };
    now: Date;
  },
) => Promise<unknown>;

const BATCH = 100;
const AHEAD_DAYS = 30;

/** Tells the administrators of what is wrong with their certificate for seals, once, and that it ends, ahead of it. */
export async function reportSealProblems(
  { clock, database }: Pick<Deps, 'clock' | 'database'>,
  { queueMail }: { queueMail: QueueMail },
): Promise<void> {
  const now = clock.now();
  const endsBefore = addSeconds(now, AHEAD_DAYS * 86_400);
  await database.transaction().execute(async (tx) => {
    for (const stored of await lockUntold(tx, { endsBefore, limit: BATCH })) {
      const organization = await readOrganizationName(tx, stored.organization_id);
      const detail = { organization, problem: stored.problem ?? endOf(stored) };
      for (const toEmail of await listAdministratorsOf(tx, stored.organization_id))
        await queueMail(tx, { kind: 'seal_warning', toEmail, toName: null, detail, now });
      const isEnding = stored.expires_at < endsBefore;
      await updateSealCredential(tx, stored, {
        ...(stored.problem === null ? {} : { told_at: now }),
        ...(isEnding ? { warned_at: now } : {}),
      });
    }
  });
}

function endOf({ expires_at: end }: StoredSealCredential): string {
  return `The certificate for seals is valid until ${end.toISOString().slice(0, 10)}; choose its successor in time.`;
}
