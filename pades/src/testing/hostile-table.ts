import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HostileRow, Verdict } from './hostile-base.ts';

const HEAD = `# What our validator says of hostile files

Written by \`PARAPH_HOSTILE_TABLE=docs/hostile-files.md vitest run pades/src/validate/hostile-files.test.ts\`, which makes
every file with our own code and compares the report with this table. None is ever called unchanged. What is odd inside a
signature or timestamp is in \`hostile-signatures.test.ts\` and \`hostile-timestamps.test.ts\` beside it. For comparison: how
many of the signatures in the file \`pdfsig\` calls valid, which checks the signed bytes alone.

| Attack | What was made | Our report of the signature in One | pdfsig |
| --- | --- | --- | --- |
`;

/** Writes the rows as a documentation page. */
export async function writeHostileTable(rows: readonly HostileRow[], path: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'paraph-hostile-'));
  const lines: string[] = [];
  try {
    for (const { attack, made, file, says } of rows) {
      const filePath = join(folder, 'file.pdf');
      writeFileSync(filePath, await file());
      lines.push(`| ${attack} | ${made} | ${saidOf(says)} | ${pdfsigOf(filePath)} |`);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  writeFileSync(path, `${HEAD}${lines.join('\n')}\n`);
}

function saidOf({
  refused,
  broken,
  isUnknown,
  kinds,
  allowed,
  isDamaged,
  removed,
  verdicts,
}: Verdict): string {
  if (refused) return `the file is refused (\`${refused}\`)`;
  const said: string[] = [];
  if (kinds) {
    const named = kinds.map((kind) => `\`${kind}\``).join(', ') || 'no change';
    said.push(`${named}: ${isDamaged ? 'damaged' : allowed ? 'allowed' : 'not allowed'}`);
  }
  if (removed && removed.length > 0) said.push(`the signature in ${removed.join(', ')} was removed`);
  for (const [name, reason] of Object.entries(verdicts ?? {})) said.push(`${name} is broken: ${reason}`);
  if (!kinds && !(removed && removed.length > 0))
    said.push(`${isUnknown ? 'cannot be judged' : 'broken'}${broken === undefined ? '' : `: ${broken}`}`);
  return said.join('; ');
}

function pdfsigOf(path: string): string {
  const { stdout } = spawnSync('pdfsig', ['-nocert', path], { encoding: 'latin1', timeout: 20_000 });
  const valid = (stdout ?? '').match(/Signature is Valid/g)?.length ?? 0;
  const signatureCount = (stdout ?? '').match(/Signature #\d/g)?.length ?? 0;
  return signatureCount === 0 ? 'none found' : `${valid} of ${signatureCount} valid`;
}
