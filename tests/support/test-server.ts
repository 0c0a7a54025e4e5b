import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { buildServerIfStale, buildWebIfStale } from '../../tools/build.mjs';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { chooseScratchParent } from './scratch.ts';
import { type ServerProcess, type ServerSettings, startServerProcess } from './server-process.ts';
import { storageSettings } from './storage-choice.ts';

export interface TestServer extends ServerProcess {
  dataDir: string;
  database: TestDatabase;
}

/** A real server on a database and a folder of its own, both gone after `end`; it and its pages are built first. */
export async function startTestServer(settings: Partial<ServerSettings> = {}): Promise<TestServer> {
  await Promise.all([buildServerIfStale(), buildWebIfStale()]);
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(join(await chooseScratchParent(), 'paraph-e2e-'));
  const cleanUp = async () => {
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    const server = await startServerProcess({
      DATABASE_URL: database.connectionString,
      PARAPH_DATA_DIR: dataDir,
      ...storageSettings(),
      ...settings,
    });
    const end = async () => {
      await server.end();
      await cleanUp();
    };
    return { ...server, dataDir, database, end };
  } catch (error) {
    await cleanUp();
    throw error;
  }
}
