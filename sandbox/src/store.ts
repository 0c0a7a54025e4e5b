import type { SandboxPorts } from './ports.ts';

type Store = Pick<SandboxPorts, 'query'>;

/** A person who asked for test certificates. */
export interface Holder {
  id: string;
  name: string;
  /** The private key, encrypted by the vault. */
  sealed_key: string;
  /** Kind of credential to its certificate in base64. */
  certificates: Readonly<Record<string, string>>;
  created_at: Date;
}

export type GrantKind = 'activation' | 'answer' | 'code' | 'token';

const HOLDER = 'select id, name, sealed_key, certificates, created_at from sandbox_holders';

/** Nothing where another request has just inserted a holder of the name. */
export async function insertHolder({ query }: Store, holder: Holder): Promise<void> {
  const { id, name, sealed_key, certificates, created_at } = holder;
  await query(
    `insert into sandbox_holders (id, name, sealed_key, certificates, created_at)
     values ($1, $2, $3, $4, $5) on conflict do nothing`,
    [id, name, sealed_key, JSON.stringify(certificates), created_at],
  );
}

export async function findHolderByName({ query }: Store, name: string): Promise<Holder | null> {
  const [holder] = await query<Holder>(`${HOLDER} where name = $1`, [name]);
  return holder ?? null;
}

export async function findHolder({ query }: Store, id: string): Promise<Holder | null> {
  const [holder] = await query<Holder>(`${HOLDER} where id = $1`, [id]);
  return holder ?? null;
}

export async function listHolders({ query }: Store): Promise<Holder[]> {
  return query<Holder>(`${HOLDER} order by created_at`, []);
}

export async function insertGrant(
  { query }: Store,
  grant: { hash: Buffer; kind: GrantKind; detail: unknown; expiresAt: Date },
): Promise<void> {
  await query('insert into sandbox_grants (secret_hash, kind, detail, expires_at) values ($1, $2, $3, $4)', [
    grant.hash,
    grant.kind,
    JSON.stringify(grant.detail),
    grant.expiresAt,
  ]);
}

/** Its detail, until its end; null for an unknown one. */
export async function findGrant(
  { query }: Store,
  { hash, kind, now }: { hash: Buffer; kind: GrantKind; now: Date },
): Promise<unknown> {
  const [grant] = await query<{ detail: unknown }>(
    'select detail from sandbox_grants where secret_hash = $1 and kind = $2 and expires_at > $3',
    [hash, kind, now],
  );
  return grant?.detail ?? null;
}

/** Deletes a grant that is good for one use; true for the request that used it. */
export async function deleteGrant({ query }: Store, hash: Buffer): Promise<boolean> {
  const deleted = await query('delete from sandbox_grants where secret_hash = $1 returning kind', [hash]);
  return deleted.length === 1;
}

export async function deleteEndedGrants({ query }: Store, now: Date): Promise<void> {
  await query('delete from sandbox_grants where expires_at <= $1', [now]);
}
