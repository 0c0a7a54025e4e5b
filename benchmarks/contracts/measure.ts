import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PrintedPlace } from '@paraph/domain';
import { findPlaces } from '../../intake/src/reading/find-places.ts';
import { openViewer } from '../../intake/src/reading/pdfium.ts';

// Measures how many printed places of contracts are found: node benchmarks/contracts/measure.ts FOLDER...
// Those that `make.mjs` made know their places by links; of public ones, which stay where they are, `public.json` and
// `held-out.json` name where people sign; `held-out-pages.json` has those of the latter that were made. With
// PARAPH_PLACES=FILE all places are written there.

interface Truth {
  kinds: readonly string[];
  page: number;
  left: number;
  right: number;
  /** Its lower edge, and how far a place may be from it; percent of the page. */
  bottom: number;
  tolerance: number;
}

type Known = Record<
  string,
  { signatures: [page: number, left: number, right: number, bottom: number, tolerance?: number][] }
>;
const known = (name: string) => JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8')) as Known;
const PUBLIC = { ...known('public.json'), ...known('held-out.json') };

function truthsOf(path: string): Truth[] | null {
  const known = PUBLIC[basename(path, '.pdf')];
  if (known) {
    return known.signatures.map(([page, left, right, bottom, tolerance = 2.2]) => ({
      kinds: ['signature'],
      ...{ page, left, right, bottom, tolerance },
    }));
  }
  const links = execFileSync('mutool', ['run', fileURLToPath(new URL('links.mujs', import.meta.url)), path]);
  const lines = String(links).trim().split('\n').filter(Boolean);
  if (lines.length === 0) return null;
  return lines.map((line) => {
    const [what = '', ...numbers] = line.split(' ');
    const [page = 0, x = 0, y = 0, width = 0, height = 0] = numbers.map(Number);
    const [kind = ''] = what.split('/');
    const kinds = kind === 'location-date' ? ['location', 'date'] : [kind];
    return {
      kinds,
      page,
      left: x,
      right: x + width,
      bottom: y + height,
      tolerance: Math.max(1.5, height * 0.6),
    };
  });
}

function isAt(place: PrintedPlace, truth: Truth): boolean {
  const shared = Math.min(place.posX + place.width, truth.right) - Math.max(place.posX, truth.left);
  const least = Math.min(place.width, truth.right - truth.left);
  const off = Math.abs(place.posY + place.height - truth.bottom);
  return place.page === truth.page && shared > 0.4 * least && off <= truth.tolerance;
}

const viewer = await openViewer();
const sum = { files: 0, signatures: 0, found: 0, others: 0, othersFound: 0, places: 0, wrong: 0 };
const all: Record<string, PrintedPlace[]> = {};
for (const folder of process.argv.slice(2)) {
  for (const name of readdirSync(folder).filter((each) => each.endsWith('.pdf'))) {
    const path = join(folder, name);
    const truths = truthsOf(path);
    if (!truths) continue;
    const started = performance.now();
    const answer = findPlaces(viewer, readFileSync(path), {
      names: ['Maria Okafor', 'Jonas Lindqvist'],
      onPagesRead() {},
    });
    const ms = Math.round(performance.now() - started);
    if (answer.kind !== 'places') {
      console.log(name, answer.kind);
      continue;
    }
    const { places } = answer;
    all[path] = places;
    const isPublic = PUBLIC[basename(name, '.pdf')] !== undefined;
    const missed = truths.filter(
      (truth) => !places.some((place) => truth.kinds.includes(place.kind) && isAt(place, truth)),
    );
    const judged = isPublic ? places.filter(({ kind }) => kind === 'signature') : places;
    const wrong = judged.filter(
      (place) => !truths.some((truth) => truth.kinds.includes(place.kind) && isAt(place, truth)),
    );
    const signatures = truths.filter(({ kinds }) => kinds.includes('signature'));
    const missedSignatures = missed.filter(({ kinds }) => kinds.includes('signature')).length;
    sum.files += 1;
    sum.signatures += signatures.length;
    sum.found += signatures.length - missedSignatures;
    sum.others += truths.length - signatures.length;
    sum.othersFound += truths.length - signatures.length - (missed.length - missedSignatures);
    sum.places += judged.length;
    sum.wrong += wrong.length;
    console.log(
      `${name}: ${truths.length - missed.length} of ${truths.length}, ${places.length} offered, ${ms} ms`,
    );
    for (const { kinds, page, left, bottom } of missed)
      console.log(`  missed ${kinds} p${page} ${left.toFixed(0)} ${bottom.toFixed(1)}`);
    for (const { kind, page, posX, posY, height, reason } of wrong)
      console.log(`  wrong  ${kind} p${page} ${posX.toFixed(0)} ${(posY + height).toFixed(1)} "${reason}"`);
  }
}
const share = (part: number, whole: number) => `${part} of ${whole} (${((100 * part) / whole).toFixed(1)} %)`;
console.log(`${sum.files} contracts: signatures found ${share(sum.found, sum.signatures)}`);
console.log(`other places found (made ones) ${share(sum.othersFound, sum.others)}`);
console.log(`wrong among the judged offers ${share(sum.wrong, sum.places)}`);
if (process.env.PARAPH_PLACES) writeFileSync(process.env.PARAPH_PLACES, JSON.stringify(all));
