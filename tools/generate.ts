// Writes what is derived from the code: run it after a change of the contract, the settings or the tables. With
// --check it writes nothing and fails when a committed file is not what it would write.
import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { buildOpenApi } from '../contract/src/build-openapi.ts';
import { describeErrorCodes, describeInterface } from './describe-interface.ts';
import { describeLevels } from './describe-levels.ts';
import { describeMutations } from './describe-mutations.ts';
import { describePades, fillPadesReadme } from './describe-pades.ts';
import { describeRows } from './describe-rows.ts';
import { describeEnvExample, describeSettings } from './describe-settings.ts';
import { describeCollection } from './sdk/describe-collection.ts';
import { describeGo } from './sdk/describe-go.ts';
import { describePhp } from './sdk/describe-php.ts';
import { describePython } from './sdk/describe-python.ts';
import { describeSdkOperations, describeSdkShapes } from './sdk/describe-sdk.ts';

const manifest = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

const python = describePython();
const php = describePhp();
const go = describeGo();

const GENERATED: Readonly<Record<string, () => string | Promise<string>>> = {
  '.env.example': describeEnvExample,
  'contract/openapi.json': () => `${JSON.stringify(buildOpenApi(manifest.version), null, 1)}\n`,
  'contract/postman.json': () => describeCollection(manifest.version),
  'docs/guides/errors.md': () => filled('docs/guides/errors.md', 'codes', describeErrorCodes()),
  'docs/guides/levels.md': () => filled('docs/guides/levels.md', 'levels', describeLevels()),
  'docs/mutations.md': describeMutations,
  'docs/reference/interface.md': describeInterface,
  'docs/reference/pades.md': describePades,
  'docs/reference/settings.md': describeSettings,
  'pades/README.md': fillPadesReadme,
  'server/src/database/rows.generated.ts': describeRows,
  // The package for embedding depends on nothing of the project.
  'sdk/embed/src/messages.ts': () =>
    readFile(new URL('../contract/src/embedding.ts', import.meta.url), 'utf8'),
  'sdk/go/calls.go': () => go.calls,
  'sdk/go/operations.go': () => go.operations,
  'sdk/go/types.go': () => go.types,
  'sdk/php/src/Calls.php': () => php.calls,
  'sdk/php/src/Operations.php': () => php.operations,
  'sdk/php/src/Types.php': () => php.types,
  'sdk/python/paraph/_async_operations.py': () => python.asyncOperations,
  'sdk/python/paraph/_calls.py': () => python.calls,
  'sdk/python/paraph/_operations.py': () => python.operations,
  'sdk/python/paraph/types.py': () => python.types,
  'sdk/src/operations.ts': describeSdkOperations,
  'sdk/src/shapes.ts': describeSdkShapes,
};

/** The file as it is, with a new text between the two markers. */
function filled(path: string, mark: string, lines: readonly string[]): string {
  const text = readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
  const between = new RegExp(`(<!-- ${mark} -->\\n)[\\s\\S]*?(<!-- /${mark} -->)`);
  return text.replace(between, (_, begin: string, end: string) => `${begin}\n${lines.join('\n')}\n\n${end}`);
}

const stale: string[] = [];
for (const [path, generate] of Object.entries(GENERATED)) {
  const file = fileURLToPath(new URL(`../${path}`, import.meta.url));
  const fresh = await generate();
  if ((await readFile(file, 'utf8').catch(() => '')) === fresh) continue;
  if (process.argv.includes('--check')) stale.push(path);
  else {
    await writeFile(file, fresh);
    console.log(`wrote ${path}`);
  }
}
if (stale.length > 0) {
  console.error(`Not fresh: ${stale.join(', ')}. Run: npm run generate`);
  process.exit(1);
}
