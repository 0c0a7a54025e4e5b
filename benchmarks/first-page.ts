import { deflateSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { openViewer } from '../intake/src/reading/pdfium.ts';
import { buildPdf, streamSource } from '../tests/support/pdf-fixtures.ts';
import { buildDocument } from './documents.ts';
import { createCall, envelopeForm } from './envelope-calls.ts';
import { send } from './load.ts';
import type { Report, Row } from './report.ts';
import { type Conditions, type FirstPageTimes, openChromium, timeFirstPage } from './slow-browser.ts';
import { median } from './statistics.ts';
import { startTarget, type Target } from './target-process.ts';

const RUNS = 3;
const PAGES = 4;
/** A scan of A4 at 150 dots per inch. */
const SCAN = { width: 1240, height: 1754 };
const SIGNER = 'grace@example.com';

const CONDITIONS: Readonly<Record<string, Conditions>> = {
  '9 Mbit/s, 85 ms, CPU ÷ 4': { kilobitsPerSecond: 9_000, latencyMs: 85, cpuSlowdown: 4 },
  '400 kbit/s, 85 ms, CPU ÷ 4': { kilobitsPerSecond: 400, latencyMs: 85, cpuSlowdown: 4 },
};
/** The target of the first page is one for a long document too: on a fast line, as soon as it can be opened. */
const LONG = {
  name: 'text, 50 pages',
  pages: 50,
  conditions: '9 Mbit/s, 85 ms, CPU ÷ 4',
  pressed: 'at once',
};
const READERS = { 'at once': 0, 'after 5 s': 5_000 };

/** When a signer on a slow phone sees the first page after Start, by a real browser with an empty cache. */
export async function benchFirstPage(): Promise<Report> {
  const long = buildDocument({ pages: LONG.pages });
  const documents = { text: buildDocument({ pages: PAGES }), scan: await buildScan(), [LONG.name]: long };
  const target = await startTarget();
  const browser = await openChromium();
  try {
    const rows: Row[] = [];
    for (const [profile, conditions] of Object.entries(CONDITIONS)) {
      for (const [document, bytes] of Object.entries(documents)) {
        for (const [pressed, readingMs] of Object.entries(READERS)) {
          if (bytes === long && (profile !== LONG.conditions || pressed !== LONG.pressed)) continue;
          const runs = await repeat(() => measure({ target, browser }, bytes, { conditions, readingMs }));
          rows.push({ '': profile, document, 'Start pressed': pressed, ...mediansOf(runs) });
        }
      }
    }
    return { tables: [{ title: 'first-page: from Start to the first page', notes: NOTES, rows }] };
  } finally {
    await browser.close();
    await target.end();
  }
}

const NOTES = [
  'picture, sharp: milliseconds from the press of Start; cover: from the request of the page until it can be used',
  'at once: Start is pressed in the frame that shows it; after 5 s: the cover was read meanwhile',
  'kilobytes, requests: of the whole visit, before the picture was seen',
  'each run: a document that was not opened before, a browser without a cache, 360 × 640 at two pixels per point',
];

async function repeat(run: () => Promise<FirstPageTimes>): Promise<FirstPageTimes[]> {
  const runs: FirstPageTimes[] = [];
  for (let index = 0; index < RUNS; index += 1) runs.push(await run());
  return runs;
}

async function measure(
  { target, browser }: { target: Target; browser: Browser },
  document: Buffer,
  options: { conditions: Conditions; readingMs: number },
): Promise<FirstPageTimes> {
  const answer = await send(createCall(target, envelopeForm(document), 0), { port: target.port });
  const { id: envelopeId } = JSON.parse(answer.toString()) as { id: string };
  const link = await target.ask<string>({ kind: 'signing-link', envelopeId, email: SIGNER });
  const { pathname } = new URL(link);
  return timeFirstPage(browser, `http://localhost:${target.port}${pathname}`, options);
}

function mediansOf(runs: readonly FirstPageTimes[]): Record<keyof FirstPageTimes, number> {
  const of = (key: keyof FirstPageTimes) => median(runs.map((run) => run[key]));
  return {
    picture: of('picture'),
    sharp: of('sharp'),
    cover: of('cover'),
    kilobytes: of('kilobytes'),
    requests: of('requests'),
  };
}

/** The text of a contract, drawn, with the grain of paper. */
async function buildScan(): Promise<Buffer> {
  const viewer = await openViewer();
  const document = viewer.open(buildDocument({ pages: PAGES }));
  if (!document) throw new Error('The contract cannot be drawn.');
  const objects = Array.from({ length: PAGES }, (_page, index) => {
    const { pixels } = document.draw(index, SCAN.width, SCAN.height);
    const grey = Buffer.alloc(SCAN.width * SCAN.height);
    for (let at = 0; at < grey.length; at += 1) {
      grey[at] = Math.max(0, (pixels[at * 4] ?? 0) - Math.floor(Math.random() * 8));
    }
    const size = `/Width ${SCAN.width} /Height ${SCAN.height} /BitsPerComponent 8 /ColorSpace /DeviceGray`;
    return streamSource(`/Type /XObject /Subtype /Image ${size} /Filter /FlateDecode`, deflateSync(grey));
  });
  document.close();
  const pages = objects.map((_object, index) => ({
    content: 'q 595 0 0 842 0 0 cm /Scan Do Q',
    entries: `/Resources << /XObject << /Scan ${100 + index} 0 R >> >>`,
  }));
  return buildPdf({ pages, objects });
}
