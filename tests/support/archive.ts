import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** By the rules of Windows for names of files ("Naming Files, Paths, and Namespaces"), and no two that differ by case alone. */
function findBadNames(names: readonly string[]): string[] {
  const lower = names.map((name) => name.toLowerCase());
  const isBad = (section: string) =>
    section === '' ||
    [...section].some((character) => character < ' ' || '<>:"\\|?*'.includes(character)) ||
    /[. ]$/.test(section) ||
    /^(con|prn|aux|nul|com[1-9¹²³]|lpt[1-9¹²³])(\.|$)/i.test(section);
  return names.filter((name, at) => name.split('/').some(isBad) || lower.indexOf(lower[at] ?? '') !== at);
}

/**
 * The files of a ZIP archive by name, as other programs read it, which compare every checksum.
 *
 * @throws where `unzip -t` finds a fault, or Windows could not unpack a name
 */
export async function readArchive(bytes: Buffer): Promise<Map<string, Buffer>> {
  const path = join(tmpdir(), `archive-${randomUUID()}.zip`);
  await writeFile(path, bytes);
  const script = `
import base64, json, sys, zipfile
archive = zipfile.ZipFile(sys.argv[1])
print(json.dumps([[name, base64.b64encode(archive.read(name)).decode()] for name in archive.namelist()]))`;
  try {
    execFileSync('unzip', ['-tqq', path]);
    const options = { encoding: 'utf8', maxBuffer: 1 << 28 } as const;
    const files = JSON.parse(execFileSync('python3', ['-c', script, path], options)) as [string, string][];
    const bad = findBadNames(files.map(([name]) => name));
    if (bad.length > 0) throw new Error(`Windows cannot unpack ${bad.join(', ')}.`);
    return new Map(files.map(([name, content]) => [name, Buffer.from(content, 'base64')]));
  } finally {
    await rm(path);
  }
}
