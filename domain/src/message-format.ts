export type MessageValues = Readonly<Record<string, string | number | undefined>>;

/** The plural rules of each language, which depend on it alone: making them costs more than the rest of a text. */
const pluralRules = new Map<string, Intl.PluralRules>();

interface Manner {
  /** BCP 47, for plural forms; English where no text has any. */
  language?: string;
  /** How a value is written; undefined where it is missing. */
  show?: (value: string | number | undefined, name: string) => string;
}

/**
 * A text in ICU MessageFormat, as far as ours need it: `{name}`, `{count, plural, one {…} other {…}}` and
 * `{kind, select, a {…} other {…}}`, within one another. Without its quoting: a text has no straight apostrophe, and no
 * brace that is to be seen. A test compares what each text says in each language with what `intl-messageformat` says.
 *
 * @throws Error for a missing value and a text that is not in the format, which are bugs of ours
 */
export function formatMessage(
  text: string,
  values: MessageValues,
  { language = 'en', show = showNamed }: Manner = {},
): string {
  let at = 0;
  const take = (pattern: RegExp): readonly string[] => {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (!match) throw new Error(`not a message: ${text}`);
    at = pattern.lastIndex;
    return match;
  };
  const message = (): string => {
    let said = '';
    for (;;) {
      said += take(/[^{}']*/y)[0];
      if (text[at] !== '{') return said;
      said += argument();
    }
  };
  const argument = (): string => {
    const [, name = '', kind] = take(/\{\s*(\w+)\s*(?:,\s*(plural|select)\s*,\s*)?/y);
    const value = values[name];
    const branches = new Map<string, string>();
    while (kind && text[at] !== '}') {
      const [, branch = ''] = take(/(\w+)\s*\{/y);
      branches.set(branch, message());
      take(/\}\s*/y);
    }
    take(/\}/y);
    if (!kind) return show(value, name);
    const chosen = kind === 'plural' ? pluralRulesOf(language).select(Number(value)) : String(value);
    return branches.get(chosen) ?? branches.get('other') ?? '';
  };
  const said = message();
  take(/$/y);
  return said;
}

function showNamed(value: string | number | undefined, name: string): string {
  if (value === undefined) throw new Error(`no value for {${name}}`);
  return String(value);
}

function pluralRulesOf(language: string): Intl.PluralRules {
  const rules = pluralRules.get(language) ?? new Intl.PluralRules(language);
  pluralRules.set(language, rules);
  return rules;
}
