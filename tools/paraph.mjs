#!/usr/bin/env node
import { buildIfStale } from './build.mjs';
import { becomeNode, clientFile, clientVerbs, mainFile } from './runtime.mjs';

const args = process.argv.slice(2);
if (args[0] === 'serve' && !args.includes('--help')) {
  try {
    await buildIfStale();
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}
await becomeNode([clientVerbs.includes(args[0]) ? clientFile : mainFile, ...args]);
