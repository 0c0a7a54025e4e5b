#!/usr/bin/env node
import { buildIfStale, buildServerIfStale } from './build.mjs';
import { becomeNode, clientFile, clientVerbs, mainFile, settingsFlags } from './runtime.mjs';

const args = process.argv.slice(2);
const isClient = clientVerbs.includes(args[0]);
try {
  if (args[0] === 'serve' && !args.includes('--help')) await buildIfStale();
  else if (!isClient) await buildServerIfStale();
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
await becomeNode([...settingsFlags(), isClient ? clientFile : mainFile, ...args]);
