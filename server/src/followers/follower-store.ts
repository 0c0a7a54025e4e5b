import { type Insertable, type Selectable, sql } from 'kysely';
import type { Reads, Tx } from '../database/database.ts';
import type { FollowerLinkRow } from '../database/rows.generated.ts';
import { sha256 } from '../platform/ids.ts';

export type FollowerLink = Selectable<FollowerLinkRow>;

/** The one whose token this instance derives; of a moved one it knows the hash alone. */
export async function findLinkOfFollower(reads: Reads, followerId: number): Promise<FollowerLink | null> {
  return findOne(reads, sql`follower_id = ${followerId} and not is_moved`);
}

export async function findFollowerLink(reads: Reads, id: string): Promise<FollowerLink | null> {
  return findOne(reads, sql`id = ${id}`);
}

export async function findLinkByToken(reads: Reads, tokenHash: Buffer): Promise<FollowerLink | null> {
  return findOne(reads, sql`token_hash = ${tokenHash}`);
}

async function findOne(reads: Reads, condition: ReturnType<typeof sql>): Promise<FollowerLink | null> {
  const { rows } = await sql<FollowerLink>`select * from follower_links where ${condition}`.execute(reads);
  return rows[0] ?? null;
}

/** What a link is about, by its token or its id; null for an unknown one. */
export async function findFollowedWorkflow(
  reads: Reads,
  { by, value }: { by: 'token' | 'id'; value: string },
): Promise<number | null> {
  const link =
    by === 'id' ? await findFollowerLink(reads, value) : await findLinkByToken(reads, sha256(value));
  return link?.workflow_id ?? null;
}

export async function insertFollowerLink(tx: Tx, link: Insertable<FollowerLinkRow>): Promise<void> {
  await tx.insertInto('follower_links').values(link).execute();
}
