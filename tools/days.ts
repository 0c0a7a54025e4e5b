import { mkdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { day as clinic } from '../tests/days/clinic.ts';
import { type Day, type Life, liveDay } from '../tests/days/day.ts';
import { day as freelancer } from '../tests/days/freelancer.ts';
import { day as hrOffice } from '../tests/days/hr-office.ts';
import { day as landlord } from '../tests/days/landlord.ts';
import { day as lawyer } from '../tests/days/lawyer.ts';
import { day as leaver } from '../tests/days/leaver.ts';
import { day as publicBody } from '../tests/days/public-body.ts';
import { day as school } from '../tests/days/school.ts';
import { day as shop } from '../tests/days/shop.ts';
import { day as worksCouncil } from '../tests/days/works-council.ts';
import { buildServerIfStale, buildWebIfStale } from './build.mjs';

const USAGE = `Usage: npm run days [-- DAY …] [--pictures folder]

Lives whole days of people who send and sign, each on a new instance, in Chromium and by mail alone, and
counts what their hands do. A day that does not reach its goal fails the run; --pictures shows where it stood.
`;

/** A second contract with the same people takes no more presses than this. */
const SECOND_PRESSES_MAX = 6;

const DAYS: Readonly<Record<string, Day>> = {
  clinic,
  freelancer,
  'hr-office': hrOffice,
  landlord,
  lawyer,
  leaver,
  'public-body': publicBody,
  school,
  shop,
  'works-council': worksCouncil,
};

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { pictures: { type: 'string' }, help: { type: 'boolean', default: false } },
  });
  if (values.help) {
    process.stdout.write(USAGE);
    return 0;
  }
  if (values.pictures) mkdirSync(values.pictures, { recursive: true });
  await Promise.all([buildServerIfStale(), buildWebIfStale()]);
  const unknown = positionals.filter((name) => !(name in DAYS));
  if (unknown.length > 0)
    throw new Error(`There is no day ${unknown.join(', ')}: ${Object.keys(DAYS).join(', ')}.`);
  const chosen = positionals.length > 0 ? positionals : Object.keys(DAYS);
  let failures = 0;
  for (const name of chosen) {
    const day = DAYS[name];
    if (day && !(await tell(name, day, values.pictures))) failures += 1;
  }
  return failures === 0 ? 0 : 1;
}

async function tell(name: string, day: Day, pictures: string | undefined): Promise<boolean> {
  console.log(`\n${name}: ${day.goal}`);
  const start = performance.now();
  try {
    const life = await liveDay(day, pictures);
    console.log(tableOf(life));
    console.log(`Reached in ${((performance.now() - start) / 1000).toFixed(0)} s.`);
    const slow = life.stretches.filter(({ isSecond, presses }) => isSecond && presses > SECOND_PRESSES_MAX);
    for (const each of slow)
      console.error(`"${each.name}" takes ${each.presses} presses instead of ${SECOND_PRESSES_MAX}.`);
    return slow.length === 0;
  } catch (error) {
    console.error(`Not reached: ${error instanceof Error ? (error.stack ?? error.message) : error}`);
    if (error instanceof Error && error.cause) console.error(error.cause);
    return false;
  }
}

function tableOf({ stretches }: Life): string {
  const rows = stretches.map(
    ({ name, who, presses, typed }) => `| ${name} | ${who} | ${presses} | ${typed} |`,
  );
  const head = ['| part of the day | who | presses | typed |', '|---|---|--:|--:|'];
  return [...head, ...rows].join('\n');
}

// The browser of all days ends with this process.
process.exit(await main());
