import { Fault } from '@paraph/domain';
import { COLUMNS } from '@paraph/server/database/rows.generated.ts';
import { quoted, type Staging, stagedName, type Table } from '@paraph/server/organization-moves/api.ts';
import { copyIn } from '../backup/copy-rows.ts';
import { readSections } from '../backup/frames.ts';
import { openPart, type Reading } from './verify-organization.ts';

/** Reads the rows of an archive into the staged tables. @throws Fault for tables or columns that do not move */
export async function stageRows({ client, tables }: Staging, reading: Reading): Promise<void> {
  const left = new Set<string>(tables);
  const { parts } = reading.manifest;
  for await (const { head, bytes } of readSections(await openPart(reading, 'rows.part', parts.rows))) {
    const { table, columns } = head as { table: Table; columns: string[] };
    if (!left.delete(table) || String(columns) !== String(COLUMNS[table]))
      throw new Fault(`The archive has rows of ${table} that do not move.`);
    await copyIn(client, `copy ${stagedName(table)} (${quoted(columns)}) from stdin`, bytes);
    reading.onProgress?.('tables', tables.length - left.size, tables.length);
  }
  if (left.size > 0) throw new Fault(`The archive does not have the tables ${[...left].join(', ')}.`);
}
