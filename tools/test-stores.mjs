import { findNode, projectDir, runProcess } from './runtime.mjs';

// The tests of the service on what an instance of several machines uses. `npm run test:stores -- FILE …` runs a part.
const CHOICES = ['pg15-s3', 'pg18-s3-encrypted'];
const PROJECTS = ['api', 'faults', 'e2e'];

const args = process.argv.slice(2);
let code = 0;
for (const choice of CHOICES) {
  console.log(`\nOn ${choice}:`);
  const given = [...PROJECTS.map((name) => `--project=${name}`), ...args];
  const env = { ...process.env, PARAPH_TEST_STORE: choice };
  const vitest = `${projectDir}/node_modules/vitest/vitest.mjs`;
  const one = await runProcess(findNode(), [vitest, 'run', '--configLoader=native', ...given], {
    cwd: projectDir,
    env,
  });
  if (one !== 0) code = 1;
}
process.exitCode = code;
