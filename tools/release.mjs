import { join } from 'node:path';
import { buildServerIfStale } from './build.mjs';
import { becomeNode, projectDir } from './runtime.mjs';

await buildServerIfStale();
await becomeNode([join(projectDir, 'tools', 'release', 'main.ts'), ...process.argv.slice(2)]);
