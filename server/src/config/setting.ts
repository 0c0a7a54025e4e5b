/** One setting of the environment: all that `.env.example`, the page of settings and the validation need. */
export interface Setting<T> {
  readonly name: string;
  /** Of the value, for people: `integer, 0 to 65535`. */
  readonly type: string;
  /** The text that holds where nothing is set; empty: the setting has no value then. */
  readonly fallback: string;
  readonly about: string;
  /** @param text trimmed, or the fallback; what is wrong with it is added to `problems`, with the name */
  read(text: string, name: string, problems: string[]): T;
}

type Texts = Readonly<Record<string, string | undefined>>;
export type ValuesOf<S extends Readonly<Record<string, Setting<unknown>>>> = {
  readonly [Key in keyof S]: ReturnType<S[Key]['read']>;
};

/** Reads each setting of a table from the environment. */
export function readValues<S extends Readonly<Record<string, Setting<unknown>>>>(
  settings: S,
  env: Texts,
  problems: string[],
): ValuesOf<S> {
  const values = Object.entries(settings).map(([key, { name, fallback, read }]) => [
    key,
    read((env[name] ?? '').trim() || fallback, name, problems),
  ]);
  return Object.fromEntries(values) as ValuesOf<S>;
}

type Described = readonly [name: string, about: string, fallback?: string];

/** A setting whose value a function of its own reads. */
export function setting<T>(
  [name, about, fallback = '']: Described,
  type: string,
  read: Setting<T>['read'],
): Setting<T> {
  return { name, type, fallback, about, read };
}

export function text(...described: Described): Setting<string> {
  return setting(described, 'text', (value) => value);
}

interface Bounds {
  min: number;
  max: number;
}

export function integer(described: Described, { min, max }: Bounds): Setting<number> {
  return setting(described, `integer, ${min} to ${max}`, (value, name, problems) => {
    if (/^\d+$/.test(value) && Number(value) >= min && Number(value) <= max) return Number(value);
    problems.push(`${name} is "${value}"; it must be an integer from ${min} to ${max}.`);
    return min;
  });
}

/** Null without a value. */
export function optionalInteger(described: Described, bounds: Bounds): Setting<number | null> {
  const { type, read } = integer(described, bounds);
  return setting(described, type, (value, ...rest) => (value === '' ? null : read(value, ...rest)));
}

/** Fractions are allowed. */
export function number(described: Described, { min, max }: Bounds): Setting<number> {
  return setting(described, `number, ${min} to ${max}`, (value, name, problems) => {
    if (Number(value) >= min && Number(value) <= max) return Number(value);
    problems.push(`${name} is "${value}"; it must be a number from ${min} to ${max}.`);
    return max;
  });
}

/** One of these words; null without a value. */
export function choice<const T extends readonly string[]>(
  described: Described,
  words: T,
): Setting<T[number] | null> {
  const allowed = words.length === 2 ? words.join(' or ') : `one of ${words.join(', ')}`;
  return setting(described, allowed, (value, name, problems) => {
    const chosen = words.find((word) => word === value) ?? null;
    if (chosen === null && value !== '') problems.push(`${name} is "${value}"; it must be ${allowed}.`);
    return chosen;
  });
}

/** An address of one of these protocols; null without a value. It may contain a password, so it is never repeated. */
export function url(described: Described, protocol: RegExp): Setting<string | null> {
  return setting(described, 'address', (value, name, problems) => {
    if (value === '') return null;
    if (!URL.canParse(value) || !protocol.test(new URL(value).protocol))
      problems.push(`${name} is not valid. ${described[1]}`);
    return value;
  });
}

/** Texts, comma-joined. */
export function list(...described: Described): Setting<string[]> {
  return setting(described, 'list', splitList);
}

export function splitList(value: string): string[] {
  return value
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
}
