import type { PdfDocument } from './document.ts';
import { numbersInUse } from './object-numbers.ts';
import { isArray, isDict, isRef, nameOf, type PdfDict, type PdfRef, type PdfValue } from './values.ts';

/** Why a layer may be seen otherwise than it shows on a screen at 100 %. */
export type LayerChange =
  /** Print or export show it, and the screen does not, or the other way round. */
  | 'print'
  /** At another zoom. */
  | 'zoom'
  /** In another language, for another user, or in another configuration of the file. */
  | 'viewer'
  /** It shows nowhere until someone switches it on. */
  | 'switch';

/** An optional content group (ISO 32000-1 §8.11). */
export interface Layer {
  readonly ref: PdfRef;
  readonly dict: PdfDict;
  /** On a screen at 100 %. */
  readonly isShown: boolean;
  /** Viewers do not offer to switch it. */
  readonly isLocked: boolean;
  /** Null for a layer that shows the same wherever it is seen. */
  readonly change: LayerChange | null;
}

/** Every group of the file, whether its catalogue lists it or not: some viewers go by what a group says of itself. */
export function readLayers(document: PdfDocument): Layer[] {
  const layers: Layer[] = [];
  const configuration = new Configuration(document);
  for (const number of numbersInUse(document)) {
    const object = document.object(number);
    if (!object || !isDict(object.value) || nameAt(document, object.value, 'Type') !== 'OCG') continue;
    const ref: PdfRef = { kind: 'ref', number, generation: object.generation };
    layers.push(configuration.layerOf(ref, object.value));
  }
  return layers;
}

/** The names under which usage says whether a group is shown (ISO 32000-1 Table 102). */
const STATES = { View: 'ViewState', Print: 'PrintState', Export: 'ExportState' } as const;

interface UsageApplication {
  readonly groups: ReadonlySet<number>;
  readonly categories: readonly string[];
}

/** The default configuration of a file (ISO 32000-1 §8.11.4.3). */
class Configuration {
  readonly #document: PdfDocument;
  readonly #dict: PdfDict | null;
  readonly #on: ReadonlySet<number>;
  readonly #off: ReadonlySet<number>;
  readonly #locked: ReadonlySet<number>;
  readonly #applications: readonly UsageApplication[];
  readonly #hasOthers: boolean;

  constructor(document: PdfDocument) {
    this.#document = document;
    const properties = document.dict(document.root.dict, 'OCProperties');
    this.#dict = properties && document.dict(properties, 'D');
    this.#on = this.#numbersAt('ON');
    this.#off = this.#numbersAt('OFF');
    this.#locked = this.#numbersAt('Locked');
    this.#applications = this.#readApplications();
    const others = document.resolve(properties?.entries.get('Configs'));
    this.#hasOthers = isArray(others) && others.items.length > 0;
  }

  layerOf(ref: PdfRef, dict: PdfDict): Layer {
    const usage = this.#document.dict(dict, 'Usage');
    const applied = this.#applications.filter(({ groups }) => groups.has(ref.number));
    const categories = applied.flatMap((each) => each.categories);
    const isShown = this.#isShown(ref, dict) && categories.every((each) => this.#isOn(usage, each) !== false);
    const change = this.#changeOf(ref, { usage, categories, isShown });
    return { ref, dict, isShown, isLocked: this.#locked.has(ref.number), change };
  }

  #changeOf(
    { number }: PdfRef,
    {
      usage,
      categories,
      isShown,
    }: { readonly usage: PdfDict | null; readonly categories: readonly string[]; readonly isShown: boolean },
  ): LayerChange | null {
    const stated = Object.keys(STATES).map((category) => this.#isOn(usage, category));
    if (stated.some((isOn) => isOn !== null && isOn !== isShown)) return 'print';
    if (usage && this.#document.dict(usage, 'Zoom')) return 'zoom';
    if (this.#hasOthers || categories.some((each) => each === 'Language' || each === 'User')) return 'viewer';
    return isShown || this.#locked.has(number) ? null : 'switch';
  }

  /** ISO 32000-1 §8.11.2.3: a group of another intent has no effect on what shows. */
  #isShown({ number }: PdfRef, dict: PdfDict): boolean {
    const intents = this.#intentsOf(this.#dict);
    const isMeant = intents.includes('All') || this.#intentsOf(dict).some((each) => intents.includes(each));
    if (!isMeant || this.#dict === null) return true;
    const base = nameAt(this.#document, this.#dict, 'BaseState') !== 'OFF';
    return !this.#off.has(number) && (base || this.#on.has(number));
  }

  #intentsOf(dict: PdfDict | null): string[] {
    const value = this.#document.resolve(dict?.entries.get('Intent'));
    return value === null ? ['View'] : namesIn(this.#document, value);
  }

  /** The usage by which viewers switch groups on screens (ISO 32000-1 §8.11.4.4). */
  #readApplications(): UsageApplication[] {
    const entries = this.#document.resolve(this.#dict?.entries.get('AS'));
    return (isArray(entries) ? entries.items : []).flatMap((item) => {
      const entry = this.#document.resolve(item);
      if (!isDict(entry) || nameAt(this.#document, entry, 'Event') !== 'View') return [];
      const groups = numbersIn(this.#document, entry.entries.get('OCGs'));
      return { groups, categories: namesIn(this.#document, entry.entries.get('Category')) };
    });
  }

  /** Null where its usage says nothing of that. */
  #isOn(usage: PdfDict | null, category: string): boolean | null {
    const stated = usage && this.#document.dict(usage, category);
    if (!stated) return null;
    if (category === 'Zoom') {
      const [min, max] = ['min', 'max'].map((key) => this.#document.resolve(stated.entries.get(key)));
      return !(typeof min === 'number' && min > 1) && !(typeof max === 'number' && max <= 1);
    }
    const state = category in STATES ? STATES[category as keyof typeof STATES] : null;
    const name = state && nameAt(this.#document, stated, state);
    return name ? name !== 'OFF' : null;
  }

  #numbersAt(key: string): Set<number> {
    return numbersIn(this.#document, this.#dict?.entries.get(key));
  }
}

function nameAt(document: PdfDocument, dict: PdfDict, key: string): string | null {
  return nameOf(document.resolve(dict.entries.get(key)));
}

function namesIn(document: PdfDocument, value: PdfValue | undefined): string[] {
  const resolved = document.resolve(value);
  const items = isArray(resolved) ? resolved.items : [resolved];
  return items.map((item) => nameOf(document.resolve(item))).filter((name) => name !== null);
}

function numbersIn(document: PdfDocument, value: PdfValue | undefined): Set<number> {
  const list = document.resolve(value);
  const refs = isArray(list) ? list.items.filter(isRef) : [];
  return new Set(refs.map(({ number }) => number));
}
