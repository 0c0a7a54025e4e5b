import { benchCreate } from './create.ts';
import { benchFirstPage } from './first-page.ts';
import { benchLife } from './life.ts';
import { benchLists } from './lists.ts';
import { benchOutside } from './outside.ts';
import { benchPickup } from './pickup.ts';
import { machineFacts, printTable, type Report, saveReport } from './report.ts';
import { benchRetrieve } from './retrieve.ts';
import { benchSign } from './sign.ts';
import { benchSigners } from './signers.ts';

const BENCHES: Readonly<Record<string, () => Promise<Report>>> = {
  create: benchCreate,
  retrieve: benchRetrieve,
  pickup: benchPickup,
  sign: benchSign,
  lists: benchLists,
  life: benchLife,
  signers: benchSigners,
  outside: benchOutside,
  'first-page': benchFirstPage,
};

// `npm run bench` runs them all, `npm run bench -- create sign` the named ones.
const names = process.argv.slice(2).length > 0 ? process.argv.slice(2) : Object.keys(BENCHES);
const unknown = names.filter((name) => !Object.hasOwn(BENCHES, name));
if (unknown.length > 0) {
  console.error(
    `There is no bench named ${unknown.join(', ')}; there are ${Object.keys(BENCHES).join(', ')}.`,
  );
  process.exit(1);
}
const machine = machineFacts();
console.log(
  `${machine.cores} × ${machine.cpu}, Node ${machine.node}, ${machine.system}, load ${machine.load}`,
);
if (machine.load > machine.cores / 2) {
  console.log(
    'This machine has other work to do: trust the ratios, which were taken in turns, not the figures.',
  );
}
for (const name of names) {
  const report = await BENCHES[name]?.();
  if (!report) continue;
  for (const table of report.tables) printTable(table);
  console.log(`\n  → ${await saveReport(name, report, machine)}`);
}
