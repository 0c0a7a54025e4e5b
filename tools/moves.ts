// Moves ten of twenty organizations from one instance to another under load, each through a kill at another point, and
// compares all that both have afterwards: `tests/faults/moves.test.ts`. `npm run moves -- 4` is a small run.
import { join } from 'node:path';
import { findNode, projectDir, runProcess } from './runtime.mjs';

const vitest = join(projectDir, 'node_modules', 'vitest', 'vitest.mjs');
const env = { ...process.env, PARAPH_TEST_MOVES: process.argv[2] ?? '20' };
const args = [vitest, 'run', '--configLoader=native', '--retry=0', 'tests/faults/moves.test.ts'];
process.exit(await runProcess(findNode(), args, { cwd: projectDir, env }));
