import { access, constants, mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, onTestFinished } from 'vitest';

/** What a test file opens when it is read, and closes after its tests: the last one first. */
export async function forThisFile<T extends { close(): unknown }>(opening: T | Promise<T>): Promise<T> {
  const opened = await opening;
  afterAll(async () => {
    await opened.close();
  });
  return opened;
}

/** What a test opens, or a hook before each test, and is closed after the test: the last one first. */
export async function forThisTest<T extends { close(): unknown }>(opening: T | Promise<T>): Promise<T> {
  const opened = await opening;
  onTestFinished(async () => {
    await opened.close();
  });
  return opened;
}

/** A folder that is removed after the tests of the file. */
export async function folderForThisFile(): Promise<string> {
  return (await forThisFile(openFolder())).path;
}

/** A folder that is removed after the test. */
export async function folderForThisTest(): Promise<string> {
  return (await forThisTest(openFolder())).path;
}

async function openFolder() {
  const path = await mkdtemp(join(await chooseScratchParent(), 'paraph-test-'));
  return { path, close: () => rm(path, { recursive: true, force: true }) };
}

/**
 * Where throw-away databases lie: in memory if there is enough, because a cluster has a thousand files, and making
 * one takes 30 times as long on some disks.
 */
export async function chooseScratchParent(): Promise<string> {
  const memoryDir = '/dev/shm';
  const bytesMin = 2 ** 30;
  try {
    await access(memoryDir, constants.W_OK);
    const { bavail, bsize } = await statfs(memoryDir);
    return bavail * bsize >= bytesMin ? memoryDir : tmpdir();
  } catch {
    return tmpdir();
  }
}
