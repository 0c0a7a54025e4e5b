import type { PoolClient } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OpenDatabase, openDatabase } from '../../server/src/platform/database.ts';
import { openTestInstance, type TestInstance } from '../support/instance.ts';

let instance: TestInstance;
let connections: OpenDatabase;
beforeAll(async () => {
  instance = await openTestInstance();
  connections = openDatabase({ connectionString: instance.connectionString }, { connectionsMax: 4 });
});
afterAll(async () => {
  await connections.close();
  await instance.close();
});

test('what follows a moment of many connections goes over those that have planned its statements', async () => {
  const { pool } = connections;
  const opened: PoolClient[] = [];
  /** Tells how many were opened before it. */
  const take = async () => {
    const client = await pool.connect();
    if (!opened.includes(client)) opened.push(client);
    return opened.indexOf(client);
  };
  const giveBack = (...places: number[]) => {
    for (const place of places) opened[place]?.release();
  };
  expect([await take(), await take(), await take()]).toEqual([0, 1, 2]);
  giveBack(1, 0, 2);
  expect([await take(), await take()]).toEqual([0, 1]);
  giveBack(0);
  expect(await take()).toBe(0);
  // One that broke is no longer handed out, and the one opened in its place is the newest.
  opened[0]?.release(true);
  expect([await take(), await take()]).toEqual([2, 3]);
  giveBack(1, 3, 2);
  expect([await take(), await take(), await take()]).toEqual([1, 2, 3]);
  giveBack(1, 2, 3);
});
