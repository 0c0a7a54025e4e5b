import { isolated } from './sentence-state.ts';
import type { TextOf, Texts } from './start-text.ts';

interface Wording {
  /** The English catalogue, which has the sentences of the interface. */
  english: Texts;
  /** Says the text of a key in the language of the page. */
  say: TextOf;
  language: string;
  /** How a moment is written. */
  moment: (seconds: number) => string;
}

/**
 * What says a sentence of the interface in the language of the page: the catalogue knows it by its English words. Another
 * sentence stays English, isolated where the page reads from the other side.
 */
export function sayerOf({ english, say, language, moment }: Wording): (sentence: string) => string {
  // A sentence that goes on where another ends is the longer one.
  const known = [...textsIn(english)]
    .sort(([, one], [, other]) => other.length - one.length)
    .map(([key, text]) => ({ key, pattern: patternOf(text) }));
  const wordsOf = (text: string): string | number => {
    if (/^\d{10}$/.test(text)) return moment(Number(text));
    return /^\d+$/.test(text) ? Number(text) : (find(text) ?? text);
  };
  // A reason within a sentence is a sentence of the interface itself.
  const find = (sentence: string): string | null => {
    for (const { key, pattern } of known) {
      const values = pattern.exec(sentence.replaceAll("'", '\u2019'));
      if (!values) continue;
      const entries = Object.entries(values.groups ?? {});
      return say(key, Object.fromEntries(entries.map(([name, value]) => [name, wordsOf(value)])));
    }
    return null;
  };
  return (sentence) => find(sentence) ?? isolated(sentence, language);
}

export function* textsIn(texts: Texts, at = ''): Generator<[key: string, text: string]> {
  for (const [name, text] of Object.entries(texts)) {
    if (typeof text === 'string') yield [`${at}${name}`, text];
    else yield* textsIn(text, `${at}${name}.`);
  }
}

function patternOf(text: string): RegExp {
  const escaped = text.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replaceAll(/\{(\w+)\}/g, '(?<$1>.+?)')}$`, 'su');
}
