import type { RateName } from '@paraph/domain';
import type { Reads } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { toSeconds } from '../platform/clock.ts';
import type { Caller } from './caller.ts';
import type { Form } from './multipart.ts';
import { countHits } from './rate-limit.ts';

/** An account, and until when the limits of new ones count for it. */
export interface LimitedAccount {
  userId: number;
  /** In seconds since 1970; null: they do not. */
  limitedUntil: number | null;
}

const WHAT = {
  newAccountEnvelopes: 'workflows a day',
  newAccountMails: 'mails a day to others',
  newAccountMebibytes: 'MiB of uploads a day',
} as const satisfies Partial<Record<RateName, string>>;

const MIB = 1024 * 1024;

/** Counts what an account of open sign-up does in its first days; of other accounts nothing. */
export async function countOfNewAccount(
  reads: Reads,
  deps: Pick<Deps, 'clock' | 'config'>,
  about: LimitedAccount & { rate: keyof typeof WHAT; hits: number },
): Promise<void> {
  const { userId, limitedUntil, rate, hits } = about;
  if (limitedUntil === null || toSeconds(deps.clock.now()) >= limitedUntil) return;
  const refuse = (seconds: number) =>
    `A new account may have ${deps.config.rates[rate].hits} ${WHAT[rate]}; wait ${seconds} seconds, ` +
    'or ask the operator of this instance to lift the limits of your account.';
  await countHits(reads, deps, { rate, who: `user:${userId}`, hits, refuse });
}

/** Counts what a caller has uploaded. */
export async function countUploads(
  deps: Pick<Deps, 'clock' | 'config' | 'database'>,
  caller: Caller | null,
  { uploads }: Pick<Form, 'uploads'>,
): Promise<void> {
  if (!caller?.user || uploads.length === 0) return;
  const { limitedUntil } = caller.user;
  const bytes = uploads.reduce((sum, { file }) => sum + file.size, 0);
  const about = { userId: caller.userId, limitedUntil, hits: Math.ceil(bytes / MIB) };
  await countOfNewAccount(deps.database, deps, { ...about, rate: 'newAccountMebibytes' });
}
