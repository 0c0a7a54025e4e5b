import { LIMITS } from '@paraph/domain';
import type { Deps } from '../deps.ts';
import { toSeconds } from '../platform/clock.ts';
import { listKeptCodes } from './code-store.ts';
import { textOf } from './send-code.ts';

/** The text messages that no gateway has sent, as their recipients would have received them. */
export async function listKeptTexts(deps: Pick<Deps, 'clock' | 'config' | 'database' | 'vault'>) {
  const codes = await listKeptCodes(deps.database, { now: deps.clock.now(), limit: LIMITS.pageLimitMax });
  return codes.map((code) => ({
    id: code.id,
    to: code.destination,
    text: textOf(deps, code) ?? '',
    createDate: toSeconds(code.created_at),
  }));
}
