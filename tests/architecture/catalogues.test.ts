import {
  formatMessage,
  LOCALES,
  type Message,
  parseMessage,
  SIGNING_LANGUAGES,
  type SigningLanguage,
} from '@paraph/domain';
import { IntlMessageFormat } from 'intl-messageformat';
import { describe, expect, it } from 'vitest';
import { listFiles, readText } from './source-tree.ts';

/** The texts of one area in one language, by path: `mails.declined.lines.0`. */
interface Catalogue {
  file: string;
  area: string;
  language: SigningLanguage;
  texts: ReadonlyMap<string, string>;
}

const catalogues = listFiles(/^(server\/src\/[\w-]+\/[\w-]*texts|web\/src\/text)\/.*\.json$/).map(
  readCatalogue,
);
const english = new Map(
  catalogues.filter(({ language }) => language === 'en').map(({ area, texts }) => [area, texts]),
);
const translations = catalogues.filter(({ language }) => language !== 'en');
/** Enough numbers to meet every plural rule. */
const COUNTS = [...Array(120).keys(), 1_000_000];

describe('catalogues', () => {
  it('are there for mails, certificates, consent and pages, in every language or in English alone', () => {
    const areas = Map.groupBy(catalogues, ({ area }) => area);
    const incomplete = [...areas].filter(
      ([, { length }]) => length !== 1 && length !== SIGNING_LANGUAGES.length,
    );
    expect(incomplete.map(([area]) => area)).toEqual([]);
    expect([...areas.values()].filter(({ length }) => length > 1).length).toBeGreaterThan(0);
  });

  it.each(translations)('$file has the texts of the English one, with the same values', (catalogue) => {
    const origin = english.get(catalogue.area) ?? new Map<string, string>();
    const { area } = catalogue;
    // English says what a signature rests on in the sentence of the record.
    const texts = new Map(
      [...catalogue.texts].filter(([key]) => area !== EVIDENCE || !key.startsWith('reached.')),
    );
    expect([...texts.keys()].sort()).toEqual([...origin.keys()].sort());
    for (const [key, text] of texts)
      expect([key, ...valuesIn(text)]).toEqual([key, ...valuesIn(origin.get(key))]);
    const isSaid = (text: string) => /[a-z]{3} [a-z]{3}/.test(text.replaceAll(/\{\w+\}/g, ''));
    expect([...texts].filter(([key, text]) => isSaid(text) && origin.get(key) === text)).toEqual([]);
  });

  it.each(catalogues)(
    '$file is said as by a library for the format, in plural forms of its language',
    (each) => {
      const forms = new Intl.PluralRules(LOCALES[each.language]).resolvedOptions().pluralCategories;
      for (const [key, text] of each.texts) {
        const message = parseMessage(text);
        const counted = argumentsIn(message).filter(({ kind }) => kind === 'plural');
        const foreign = counted.flatMap(({ branches = {} }) =>
          Object.keys(branches).filter((form) => !forms.some((own) => own === form)),
        );
        expect([key, ...foreign]).toEqual([key]);
        const library = new IntlMessageFormat(text, LOCALES[each.language], {}, { ignoreTag: true });
        const named = Object.fromEntries(valuesIn(text).map((name) => [name, `‘${name}’ {it}`]));
        for (const count of counted.length > 0 ? COUNTS : [3]) {
          const values = { ...named, ...Object.fromEntries(counted.map(({ name }) => [name, count])) };
          const said = formatMessage(text, values, { language: LOCALES[each.language] });
          expect(said).toBe(library.format(values));
          expect(said.trim() === '', key).toBe(text === '');
        }
      }
    },
  );
});

const EVIDENCE = 'server/src/evidence/texts';

function readCatalogue(file: string): Catalogue {
  const [, folder = '', name = ''] = /^(.*)\/([\w-]+)\.json$/.exec(file) ?? [];
  const [, root, language] = /^(web\/src\/text)\/(\w+)$/.exec(folder) ?? [];
  const chosen = SIGNING_LANGUAGES.find((each) => each === (language ?? name)) ?? 'en';
  const area = root ? `${root}/${name}` : chosen === name ? folder : file;
  return { file, area, language: chosen, texts: new Map(textsIn(JSON.parse(readText(file)))) };
}

function textsIn(value: unknown, path: readonly string[] = []): [string, string][] {
  if (typeof value === 'string') return [[path.join('.'), value]];
  return Object.entries(value as object).flatMap(([key, each]) => textsIn(each, [...path, key]));
}

function argumentsIn(message: Message): Exclude<Message[number], string>[] {
  return message
    .filter((piece) => typeof piece !== 'string')
    .flatMap((piece) => [piece, ...Object.values(piece.branches ?? {}).flatMap(argumentsIn)]);
}

/** The values that a text needs, and the choices that it has: plural forms are those of its language. */
function valuesIn(text = ''): string[] {
  const named = argumentsIn(parseMessage(text)).flatMap(({ name, kind, branches }) =>
    kind === 'select' ? [name, ...Object.keys(branches ?? {}).map((branch) => `${name} ${branch}`)] : [name],
  );
  return [...new Set(named)].sort();
}
