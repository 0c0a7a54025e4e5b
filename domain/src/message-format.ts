/**
 * ICU MessageFormat, as far as our texts need it: `{name}`, `{count, plural, one {…} other {…}}` and
 * `{kind, select, a {…} other {…}}`, within one another. A brace that is meant is quoted, `'{2}'`, and so is a straight
 * apostrophe, `''`. A test compares each text of each language with what `intl-messageformat` makes of it.
 */
export type Message = readonly (string | MessageArgument)[];

export interface MessageArgument {
  name: string;
  kind?: 'plural' | 'select';
  /** By plural form or by value; `other` is always there. */
  branches?: Readonly<Record<string, Message>>;
}

export type MessageValues = Readonly<Record<string, string | number | undefined>>;

interface Manner {
  /** BCP 47, for plural forms; English where no text has any. */
  language?: string;
  /** How a value is written; undefined where it is missing. */
  show?: (value: string | number | undefined, name: string) => string;
}

/** @throws Error for a missing value, which is a bug of ours */
export function formatMessage(text: string, values: MessageValues, manner: Manner = {}): string {
  const { language = 'en', show = showNamed } = manner;
  const say = (message: Message): string =>
    message
      .map((piece) => {
        if (typeof piece === 'string') return piece;
        const { name, kind, branches = {} } = piece;
        const value = values[name];
        if (!kind) return show(value, name);
        const branch = kind === 'plural' ? new Intl.PluralRules(language).select(Number(value)) : `${value}`;
        return say((Object.hasOwn(branches, branch) ? branches[branch] : branches.other) ?? []);
      })
      .join('');
  return say(parseMessage(text));
}

function showNamed(value: string | number | undefined, name: string): string {
  if (value === undefined) throw new Error(`no value for {${name}}`);
  return String(value);
}

/** @throws Error where the text is not in the format */
export function parseMessage(text: string): Message {
  let at = 0;
  const take = (pattern: RegExp): readonly string[] => {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (!match) throw new Error(`not a message from character ${at} on: ${text}`);
    at = pattern.lastIndex;
    return match;
  };
  const message = (): Message => {
    const pieces: (string | MessageArgument)[] = [];
    for (;;) {
      const [words = ''] = take(/(?:[^{}']|''|'[{}][^']*')*/y);
      if (words !== '') pieces.push(words.replaceAll(/'([^']*)'/g, (_quoted, text: string) => text || "'"));
      if (text[at] !== '{') return pieces;
      pieces.push(argument());
    }
  };
  const argument = (): MessageArgument => {
    const [, name = '', kind] = take(/\{\s*(\w+)\s*(?:,\s*(plural|select)\s*,\s*)?/y);
    const branches: Record<string, Message> = {};
    while (kind && text[at] !== '}') {
      const [, branch = ''] = take(/(\w+)\s*\{/y);
      branches[branch] = message();
      take(/\}\s*/y);
    }
    take(/\}/y);
    if (!kind) return { name };
    if (!branches.other) throw new Error(`no other form of {${name}}: ${text}`);
    return { name, kind: kind === 'plural' ? kind : 'select', branches };
  };
  const whole = message();
  take(/$/y);
  return whole;
}
