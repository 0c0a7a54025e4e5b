import { buildForStart } from './build.mjs';
import { becomeNode, mainFile, settingsFlags } from './runtime.mjs';

try {
  await buildForStart();
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
await becomeNode([...settingsFlags(), mainFile, 'serve', ...process.argv.slice(2)]);
