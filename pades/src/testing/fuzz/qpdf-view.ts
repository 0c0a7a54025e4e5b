import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { PdfDocument } from '../../pdf/document.ts';
import { numbersInUse } from '../../pdf/object-numbers.ts';
import { countPages } from '../../pdf/pages.ts';
import { decodeTextString } from '../../pdf/text-string.ts';
import type { PdfDict, PdfValue } from '../../pdf/values.ts';
import { PdfRefusal } from '../../pdf-refusal.ts';
import { fuzzLimits } from './fuzz-case.ts';

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

const ARGUMENTS = ['--json=2', '--json-key=qpdf', '--json-key=pages', '--json-stream-data=none', '--no-warn'];

/** The document as qpdf reads it; null when qpdf would repair it. */
export function viewOfQpdf(input: Buffer, path: string): QpdfView | null {
  writeFileSync(path, input);
  const run = spawnSync('qpdf', [...ARGUMENTS, path], { timeout: 20_000, maxBuffer: 64 * 1024 * 1024 });
  return run.status === 0 ? JSON.parse(run.stdout.toString('utf8')) : null;
}

/** Differences between qpdf and this engine; null when one of them does not accept the file. */
export function differencesFromQpdf(input: Buffer, path: string): string[] | null {
  const view = viewOfQpdf(input, path);
  if (!view) return null;
  try {
    return differences(new PdfDocument(input, { limits: fuzzLimits }), view);
  } catch (error) {
    if (error instanceof PdfRefusal) return null;
    throw error;
  }
}

export interface QpdfView {
  readonly pages: readonly Json[];
  readonly qpdf: readonly [
    Json,
    { readonly [key: string]: { readonly value?: Json; readonly stream?: { readonly dict: Json } } },
  ];
}

export function differences(document: PdfDocument, { pages, qpdf }: QpdfView): string[] {
  const listed: string[] = [];
  if (countPages(document) !== pages.length)
    listed.push(`${countPages(document)} pages, and ${pages.length} by qpdf`);
  for (const number of numbersInUse(document)) {
    const object = document.object(number);
    if (!object) continue;
    const theirs = qpdf[1][`obj:${number} ${object.generation} R`];
    const value = theirs?.stream ? theirs.stream.dict : (theirs?.value ?? null);
    const at = `object ${number}`;
    if (theirs?.stream && (typeof object.value !== 'object' || object.value?.kind !== 'stream'))
      listed.push(`${at} is no stream`);
    compare(object.value, value, { at, differences: listed });
  }
  return listed;
}

interface Comparison {
  readonly at: string;
  readonly differences: string[];
}

function compare(ours: PdfValue, theirs: Json | undefined, { at, differences }: Comparison): void {
  const differ = (): number => differences.push(`${at}: ${JSON.stringify(theirs)?.slice(0, 80)} by qpdf`);
  if (ours === null || typeof ours === 'boolean') {
    if ((theirs ?? null) !== ours) differ();
  } else if (typeof ours === 'number') {
    if (typeof theirs !== 'number' || Math.abs(theirs - ours) > Math.abs(ours) * 1e-9) differ();
  } else if (ours.kind === 'name') {
    if (theirs !== `/${Buffer.from(ours.value, 'latin1').toString('utf8')}` && !isOddName(theirs)) differ();
  } else if (ours.kind === 'ref') {
    if (theirs !== `${ours.number} ${ours.generation} R` && theirs !== null) differ();
  } else if (ours.kind === 'string') {
    const isSame =
      theirs === `b:${Buffer.from(ours.bytes).toString('hex')}` ||
      theirs === `u:${decodeTextString(ours.bytes)}`;
    if (!isSame) differ();
  } else if (ours.kind === 'array') {
    if (!Array.isArray(theirs) || theirs.length !== ours.items.length) differ();
    else
      for (const [index, item] of ours.items.entries())
        compare(item, theirs[index], { at: `${at}[${index}]`, differences });
  } else compareDicts(ours.kind === 'stream' ? ours.dict : ours, theirs, { at, differences });
}

/** A null value in a dictionary equals a missing entry (ISO 32000-1 §7.3.7), and qpdf omits it. */
function compareDicts(ours: PdfDict, theirs: Json | undefined, { at, differences }: Comparison): void {
  if (typeof theirs !== 'object' || theirs === null || Array.isArray(theirs)) {
    differences.push(`${at} is no dictionary by qpdf`);
    return;
  }
  const qpdfEntries = new Map(Object.entries(theirs as { readonly [key: string]: Json }));
  for (const [key, value] of ours.entries) {
    const name = `/${Buffer.from(key, 'latin1').toString('utf8')}`;
    compare(value, qpdfEntries.get(name) ?? null, { at: `${at}${name}`, differences });
    qpdfEntries.delete(name);
  }
  for (const key of qpdfEntries.keys())
    if (!isOddName(key)) differences.push(`${at}${key} is known to qpdf alone`);
}

/** qpdf writes names that are not UTF-8 differently. */
function isOddName(name: Json | undefined): boolean {
  return typeof name === 'string' && name.startsWith('n:/');
}
