import { type ScimObject, ScimProblem } from '@paraph/domain';
import type { Reads } from '../database/database.ts';
import type { ScimRange } from './provisioning-store.ts';
import type { ScimClient, ScimRequest } from './scim-client.ts';

export type ScimAnswer = { resource: ScimObject; version: number };

/** What is read in the same way of people and groups. */
export interface ScimKind<Row extends { version: number }> {
  name: 'User' | 'Group';
  find(reads: Reads, of: { connectionId: string; id: string }): Promise<Row | null>;
  list(reads: Reads, connectionId: string, range: ScimRange): Promise<{ rows: Row[]; total: number }>;
  view(
    reads: Reads,
    client: ScimClient,
    page: { rows: readonly Row[]; request: ScimRequest },
  ): Promise<ScimObject[]>;
}

export async function getScimRow<Row extends { version: number }>(
  reads: Reads,
  { connectionId }: ScimClient,
  { kind, id }: { kind: ScimKind<Row>; id: string },
): Promise<Row> {
  const row = await kind.find(reads, { connectionId, id });
  if (row) return row;
  throw new ScimProblem(404, null, `There is no ${kind.name} ${id.slice(0, 100)} of this connection.`);
}

export async function answerScim<Row extends { version: number }>(
  reads: Reads,
  client: ScimClient,
  { kind, row, request }: { kind: ScimKind<Row>; row: Row; request: ScimRequest },
): Promise<ScimAnswer> {
  const [resource = {}] = await kind.view(reads, client, { rows: [row], request });
  return { resource, version: row.version };
}
