#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { becomeNode, clientFile, clientVerbs, mainFile, projectDir, settingsFlags } from './runtime.mjs';

const args = process.argv.slice(2);
const isClient = clientVerbs.includes(args[0]);
try {
  if (!isClient) await build();
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
await becomeNode([...settingsFlags(), isClient ? clientFile : mainFile, ...args]);

/** Where there are sources; an image has what was built from them alone. */
async function build() {
  if (!existsSync(join(projectDir, 'server', 'src'))) return;
  const { buildForStart, buildServerIfStale } = await import('./build.mjs');
  await (args[0] === 'serve' && !args.includes('--help') ? buildForStart() : buildServerIfStale());
}
