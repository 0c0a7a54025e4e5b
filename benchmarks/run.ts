import { benchBulk } from './bulk.ts';
import { type Lost, watchOthers } from './cpu-ledger.ts';
import { benchCreate } from './create.ts';
import { benchFairness } from './fairness.ts';
import { benchFirstPage } from './first-page.ts';
import { benchLife } from './life.ts';
import { benchLists } from './lists.ts';
import { benchLives } from './lives.ts';
import { benchLog } from './log.ts';
import { benchMonths } from './months.ts';
import { benchOutages } from './outages.ts';
import { benchOutside } from './outside.ts';
import { benchPickup } from './pickup.ts';
import { machineFacts, printTable, type Report, saveReport } from './report.ts';
import { benchRetrieve } from './retrieve.ts';
import { benchScale } from './scale.ts';
import { benchSeals } from './seals.ts';
import { benchSign } from './sign.ts';
import { benchSigners } from './signers.ts';
import { measureWakeUp } from './wake-up.ts';

const BENCHES: Readonly<Record<string, () => Promise<Report>>> = {
  create: benchCreate,
  retrieve: benchRetrieve,
  pickup: benchPickup,
  sign: benchSign,
  lists: benchLists,
  life: benchLife,
  lives: benchLives,
  log: benchLog,
  months: benchMonths,
  bulk: benchBulk,
  fairness: benchFairness,
  seals: benchSeals,
  signers: benchSigners,
  outages: benchOutages,
  outside: benchOutside,
  'first-page': benchFirstPage,
  scale: benchScale,
};

/** Above this part of the machine, what else is done there lengthens what is measured. */
const LOST_MAX = 0.1;

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
  const wakeUpUs = [await measureWakeUp()];
  const [endWatch, startedAtMs] = [watchOthers(), Date.now()];
  const report = await BENCHES[name]?.();
  const lost = coresOf(endWatch(), startedAtMs);
  if (!report) continue;
  wakeUpUs.push(await measureWakeUp());
  for (const table of report.tables) printTable(table);
  console.log(`\n  ${busyNote(lost, machine.cores)}`);
  const [before = 0, after = 0] = wakeUpUs.map((us) => us.toFixed(0));
  console.log(`  A thread ran ${before} µs after another woke it, and ${after} µs at the end.`);
  console.log(`  → ${await saveReport(name, report, { ...machine, ...lost, wakeUpUs })}`);
}

/** How many cores these processor seconds are of meanwhile; null where the system does not say. */
function coresOf(seconds: Lost | null, startedAtMs: number): Lost | null {
  const passed = (Date.now() - startedAtMs) / 1000;
  return seconds && { others: seconds.others / passed, host: seconds.host / passed };
}

function busyNote(lost: Lost | null, cores: number): string {
  if (!lost) return 'This system does not say how busy it was.';
  const { others, host } = lost;
  const used = `other programs used ${others.toFixed(2)} of ${cores} cores, its host ${host.toFixed(2)}`;
  if (others + host <= LOST_MAX * cores) return `The machine was quiet: ${used}.`;
  return `The machine was too busy: ${used}. Trust the counts and the ratios, not milliseconds.`;
}
