import { join } from 'node:path';
import { becomeNode, projectDir } from './runtime.mjs';

await becomeNode([join(projectDir, 'tools', 'release', 'main.ts'), ...process.argv.slice(2)]);
