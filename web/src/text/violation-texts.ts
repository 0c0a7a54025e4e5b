import { currentLanguage, currentTimeZone, type Texts, textNow, translatedLanguage } from './start-text.ts';
import { sayerOf } from './violation-state.ts';

const FILES = import.meta.glob<Texts>('./*/violations.json', { import: 'default' });

/** Loads how the sentences of the interface are said in the language that is shown now. */
export async function loadSayer(): Promise<(sentence: string) => string> {
  const load = async (language: string) => (await FILES[`./${language}/violations.json`]?.()) ?? {};
  const [english, own] = await Promise.all([load('en'), load(translatedLanguage())]);
  const language = currentLanguage();
  const times = new Intl.DateTimeFormat(language, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: currentTimeZone(),
  });
  return sayerOf({
    english,
    say: textNow((asked) => (asked === 'en' ? english : own)),
    language,
    moment: (seconds) => times.format(seconds * 1_000),
  });
}

export async function sayAll(sentences: readonly string[]): Promise<readonly string[]> {
  const say = await loadSayer();
  return sentences.map(say);
}
