import { formatMessage, LOCALES, SIGNING_LANGUAGES, type SigningLanguage } from '@paraph/domain';
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

const catalogues = listFiles(/^(server\/src\/[\w/-]*texts|web\/src\/text)\/.*\.json$/).map(readCatalogue);
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
    expect([...areas.values()].filter(({ length }) => length > 1).length).toBeGreaterThan(7);
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
        const library = new IntlMessageFormat(text, LOCALES[each.language], {}, { ignoreTag: true });
        const counted = argumentsIn(library.getAst()).filter(({ type }) => type === TYPE.plural);
        const foreign = counted.flatMap(({ options }) =>
          Object.keys(options ?? {}).filter((form) => !forms.some((own) => own === form)),
        );
        expect([key, ...foreign]).toEqual([key]);
        const named = Object.fromEntries(valuesIn(text).map((name) => [name, `‘${name}’ {it}`]));
        for (const count of counted.length > 0 ? COUNTS : [3]) {
          const values = { ...named, ...Object.fromEntries(counted.map(({ value }) => [value, count])) };
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

/** As the library names them. */
const TYPE = { literal: 0, select: 5, plural: 6 };
type Piece = ReturnType<IntlMessageFormat['getAst']>[number] & {
  value?: string;
  options?: Record<string, { value: Piece[] }>;
};

function argumentsIn(message: readonly Piece[]): Piece[] {
  return message
    .filter(({ type }) => type !== TYPE.literal)
    .flatMap((piece) => [
      piece,
      ...Object.values(piece.options ?? {}).flatMap(({ value }) => argumentsIn(value)),
    ]);
}

/** The values that a text needs, and the choices that it has: plural forms are those of its language. */
function valuesIn(text = ''): string[] {
  const message = new IntlMessageFormat(text, 'en', {}, { ignoreTag: true }).getAst();
  const named = argumentsIn(message).flatMap(({ type, value, options = {} }) =>
    type === TYPE.select ? [value, ...Object.keys(options).map((each) => `${value} ${each}`)] : [value],
  );
  return [...new Set(named)].map(String).sort();
}
