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

/** A setting whose value a function of its own reads. */
export function setting<T>(
  name: string,
  about: string,
  { type, read, fallback = '' }: Pick<Setting<T>, 'type' | 'read'> & { fallback?: string },
): Setting<T> {
  return { name, type, fallback, about, read };
}

export function text(name: string, about: string, fallback = ''): Setting<string> {
  return setting(name, about, { type: 'text', read: (value) => value, fallback });
}

interface Bounds {
  min: number;
  max: number;
  fallback?: string;
}

export function integer(name: string, about: string, { min, max, ...rest }: Bounds): Setting<number> {
  const read: Setting<number>['read'] = (value, _name, problems) => {
    if (/^\d+$/.test(value) && Number(value) >= min && Number(value) <= max) return Number(value);
    problems.push(`${name} is "${value}"; it must be an integer from ${min} to ${max}.`);
    return min;
  };
  return setting(name, about, { type: `integer, ${min} to ${max}`, read, ...rest });
}

/** Null without a value. */
export function optionalInteger(name: string, about: string, bounds: Bounds): Setting<number | null> {
  const { type, read } = integer(name, about, bounds);
  return setting(name, about, {
    type,
    read: (value, ...rest) => (value === '' ? null : read(value, ...rest)),
  });
}

/** Fractions are allowed. */
export function number(name: string, about: string, { min, max, ...rest }: Bounds): Setting<number> {
  const read: Setting<number>['read'] = (value, _name, problems) => {
    if (Number(value) >= min && Number(value) <= max) return Number(value);
    problems.push(`${name} is "${value}"; it must be a number from ${min} to ${max}.`);
    return max;
  };
  return setting(name, about, { type: `number, ${min} to ${max}`, read, ...rest });
}

/** One of these words; null without a value. */
export function choice<const T extends readonly string[]>(
  name: string,
  about: string,
  ...[words, fallback = '']: [words: T, fallback?: string]
): Setting<T[number] | null> {
  const allowed = words.length === 2 ? words.join(' or ') : `one of ${words.join(', ')}`;
  const read: Setting<T[number] | null>['read'] = (value, _name, problems) => {
    const chosen = words.find((word) => word === value) ?? null;
    if (chosen === null && value !== '') problems.push(`${name} is "${value}"; it must be ${allowed}.`);
    return chosen;
  };
  return setting(name, about, { type: allowed, read, fallback });
}

/** An address of one of these protocols; null without a value. It may contain a password, so it is never repeated. */
export function url(name: string, about: string, protocol: RegExp): Setting<string | null> {
  const read: Setting<string | null>['read'] = (value, _name, problems) => {
    if (value === '') return null;
    if (!URL.canParse(value) || !protocol.test(new URL(value).protocol))
      problems.push(`${name} is not valid. ${about}`);
    return value;
  };
  return setting(name, about, { type: 'address', read });
}

/** Texts, comma-joined. */
export function list(name: string, about: string): Setting<string[]> {
  return setting(name, about, { type: 'list', read: splitList });
}

export function splitList(value: string): string[] {
  return value
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
}
