import { walkValue } from '../../pades/src/intake/value-walk.ts';
import { PdfDocument } from '../../pades/src/pdf/document.ts';
import { numbersInUse } from '../../pades/src/pdf/object-numbers.ts';
import { isArray, isDict, nameOf, type PdfDict, type PdfValue } from '../../pades/src/pdf/values.ts';

/** Of the catalogue: what makes a file PDF/A, and what an invoice carries (ISO 19005-3 §6.2.2, §6.6, §6.8). */
const UNTOUCHED = ['Metadata', 'OutputIntents', 'AF', 'Names', 'MarkInfo', 'StructTreeRoot', 'Lang', 'Pages'];
/** What no object of a conforming file has (ISO 19005-3 §6.1.13, §6.2.8, §6.2.10, §6.5, §6.9). */
const FORBIDDEN = [
  'AA',
  'JS',
  'Encrypt',
  'OPI',
  'Alternates',
  'XFA',
  'TR',
  'Launch',
  'SMask',
  'NeedsRendering',
];

/**
 * Which rules of ISO 19005-3 a later revision breaks, of those that a seal can break: the file as it was stays its
 * beginning, and each object that came or changed keeps to them. No whole validator: that is veraPDF, by hand.
 */
export function findPdfaBreaches(before: Buffer, after: Buffer): string[] {
  const breaches: string[] = [];
  const say = (isBroken: boolean, rule: string) => {
    if (isBroken) breaches.push(rule);
  };
  say(!after.subarray(0, before.length).equals(before), 'the file is rewritten');
  const [old, now] = [new PdfDocument(before), new PdfDocument(after)];
  for (const key of UNTOUCHED) {
    const [was, is] = [old, now].map(({ root }) => textOf(root.dict.entries.get(key)));
    say(was !== is, `/${key} of the catalogue changed`);
  }
  const id = (document: PdfDocument) => textOf(itemsOf(document.trailer.entries.get('ID'))[0]);
  say(id(old) !== id(now) || id(now) === 'null', 'the first /ID changed (ISO 19005-3 §6.1.3)');
  const kept = new Set(numbersInUse(old));
  for (const number of numbersInUse(now)) {
    const [was, is] = [kept.has(number) ? old.object(number) : null, now.object(number)];
    if (!is || textOf(was?.value) === textOf(is.value)) continue;
    for (const { dict, isStream } of walkValue(is.value)) {
      const { entries } = dict;
      for (const key of FORBIDDEN) say(entries.has(key), `object ${number} has /${key}`);
      say(
        isStream && /LZW|Crypt/.test(textOf(entries.get('Filter'))),
        `object ${number}: filter (ISO 19005-3 §6.1.7)`,
      );
      say(entries.get('Interpolate') === true, `object ${number}: /Interpolate (ISO 19005-3 §6.2.8)`);
      say(entries.get('NeedAppearances') === true, `object ${number}: /NeedAppearances (ISO 19005-3 §6.4.1)`);
      if (nameOf(entries.get('Subtype')) === 'Widget') widgetRules(dict, (broken, rule) => say(broken, rule));
    }
  }
  return breaches;
}

/** ISO 19005-3 §6.3: printed, neither hidden nor without view, and with an appearance unless it has no extent. */
function widgetRules({ entries }: PdfDict, say: (isBroken: boolean, rule: string) => void): void {
  const flags = Number(entries.get('F') ?? 0);
  say((flags & 4) === 0, 'a widget is not printed (ISO 19005-3 §6.3.2)');
  say((flags & (1 | 2 | 32 | 256)) !== 0, 'a widget is hidden (ISO 19005-3 §6.3.2)');
  const [left, bottom, right, top] = itemsOf(entries.get('Rect'));
  const hasExtent = left !== right || bottom !== top;
  const appearance = entries.get('AP') ?? null;
  say(
    hasExtent && !(isDict(appearance) && appearance.entries.has('N')),
    'a widget has no appearance (ISO 19005-3 §6.3.3)',
  );
  say(entries.has('A') || entries.has('AA'), 'a widget has an action (ISO 19005-3 §6.4.1)');
}

function itemsOf(value: PdfValue = null): readonly PdfValue[] {
  return isArray(value) ? value.items : [];
}

function textOf(value: PdfValue | undefined): string {
  return JSON.stringify(value ?? null, (key, each) => {
    // Where it lies in the file.
    if (key === 'span' || key === 'spans' || key === 'dataOffset') return undefined;
    if (each instanceof Map) return [...each];
    return each instanceof Uint8Array ? Buffer.from(each).toString('hex') : each;
  });
}
