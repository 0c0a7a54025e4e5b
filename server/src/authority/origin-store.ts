import { sql } from 'kysely';
import type { Reads, Tx } from '../database/database.ts';

/** An instance from which organizations came, as the operator of this one has named it. */
export interface Origin {
  baseUrl: string;
  /** As `/log/key` shows it there. */
  logKey: string;
  /** Base64 of DER. */
  roots: string[];
  issuing: string[];
  /** ISO 8601; null: its log does not demand certificates. */
  loggedSince: string | null;
}

export async function listOrigins(reads: Reads): Promise<Origin[]> {
  const { rows } = await sql<Omit<Origin, 'loggedSince'> & { loggedSince: Date | null }>`
    select base_url as "baseUrl", log_key as "logKey", roots, issuing, logged_since as "loggedSince"
    from origins order by log_key`.execute(reads);
  return rows.map((row) => ({ ...row, loggedSince: row.loggedSince?.toISOString() ?? null }));
}

/** What is known already stays, but for certificates that were made since. */
export async function saveOrigins(tx: Tx, origins: readonly Origin[], now: Date): Promise<void> {
  for (const { baseUrl, logKey, roots, issuing, loggedSince } of origins)
    await sql`
      insert into origins (log_key, base_url, roots, issuing, logged_since, named_at)
      values (${logKey}, ${baseUrl}, ${roots}, ${issuing}, ${loggedSince}, ${now})
      on conflict (log_key) do update set roots = excluded.roots, issuing = excluded.issuing,
        logged_since = least(origins.logged_since, excluded.logged_since)`.execute(tx);
}
