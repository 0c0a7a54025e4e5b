import { access, constants, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';

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
