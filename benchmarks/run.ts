import { watchOthers } from './cpu-ledger.ts';
import { benchCreate } from './create.ts';
import { benchFirstPage } from './first-page.ts';
import { benchLife } from './life.ts';
import { benchLists } from './lists.ts';
import { benchLives } from './lives.ts';
import { benchLog } from './log.ts';
import { benchOutside } from './outside.ts';
import { benchPickup } from './pickup.ts';
import { machineFacts, printTable, type Report, saveReport } from './report.ts';
import { benchRetrieve } from './retrieve.ts';
import { benchScale } from './scale.ts';
import { benchSign } from './sign.ts';
import { benchSigners } from './signers.ts';

const BENCHES: Readonly<Record<string, () => Promise<Report>>> = {
  create: benchCreate,
  retrieve: benchRetrieve,
  pickup: benchPickup,
  sign: benchSign,
  lists: benchLists,
  life: benchLife,
  lives: benchLives,
  log: benchLog,
  signers: benchSigners,
  outside: benchOutside,
  'first-page': benchFirstPage,
  scale: benchScale,
};

/** Above this part of the machine, other work lengthens what is measured. */
const OTHERS_MAX = 0.1;

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
for (const name of names) {
  const [endWatch, startedAtMs] = [watchOthers(), Date.now()];
  const report = await BENCHES[name]?.();
  const others = coresOf(endWatch(), startedAtMs);
  if (!report) continue;
  for (const table of report.tables) printTable(table);
  console.log(`\n  ${busyNote(others, machine.cores)}`);
  console.log(`  → ${await saveReport(name, report, { ...machine, others })}`);
}

/** How many cores these processor seconds kept busy meanwhile; null where the system does not say. */
function coresOf(seconds: number | null, startedAtMs: number): number | null {
  return seconds === null ? null : seconds / ((Date.now() - startedAtMs) / 1000);
}

function busyNote(others: number | null, cores: number): string {
  if (others === null) return 'This system does not say how busy it was.';
  const used = `other programs used ${others.toFixed(2)} of ${cores} cores`;
  if (others <= OTHERS_MAX * cores) return `The machine was quiet: ${used}.`;
  return `The machine was too busy: ${used}. Trust the counts and the ratios, not milliseconds.`;
}
