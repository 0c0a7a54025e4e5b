import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The files of a ZIP archive by name, as another program reads it: it compares every checksum. */
export async function readArchive(bytes: Buffer): Promise<Map<string, Buffer>> {
  const path = join(tmpdir(), `archive-${randomUUID()}.zip`);
  await writeFile(path, bytes);
  const script = `
import base64, json, sys, zipfile
archive = zipfile.ZipFile(sys.argv[1])
print(json.dumps([[name, base64.b64encode(archive.read(name)).decode()] for name in archive.namelist()]))`;
  try {
    const options = { encoding: 'utf8', maxBuffer: 1 << 28 } as const;
    const files = JSON.parse(execFileSync('python3', ['-c', script, path], options)) as [string, string][];
    return new Map(files.map(([name, content]) => [name, Buffer.from(content, 'base64')]));
  } finally {
    await rm(path);
  }
}
