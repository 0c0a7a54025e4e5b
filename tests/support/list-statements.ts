import pg from 'pg';
import { isEncrypted } from './storage-choice.ts';

/** So many statements more where documents are encrypted: a key is stored with each, and read for each use of it. */
export const ofKeys = (count: number): number => (isEncrypted() ? count : 0);

/** Runs `act`; answers what this process sent to its databases meanwhile, transaction control included. */
export async function listStatements(act: () => Promise<unknown>): Promise<string[]> {
  const statements: string[] = [];
  const query = pg.Client.prototype.query;
  pg.Client.prototype.query = function counted(this: pg.Client, ...given: unknown[]) {
    const [first] = given;
    statements.push(typeof first === 'string' ? first : String((first as { text?: unknown }).text));
    return Reflect.apply(query, this, given);
  } as typeof query;
  try {
    await act();
  } finally {
    pg.Client.prototype.query = query;
  }
  return statements;
}
