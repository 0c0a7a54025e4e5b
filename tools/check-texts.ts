import { argv, exit } from 'node:process';
import { pathToFileURL } from 'node:url';
import { formatMessage, LOCALES, SIGNING_LANGUAGES, type SigningLanguage } from '@paraph/domain';
import { IntlMessageFormat } from 'intl-messageformat';
import { listFiles, readText } from '../tests/architecture/source-tree.ts';

/** The texts of one area in one language, by path: `mails.declined.lines.0`. */
export interface Catalogue {
  file: string;
  area: string;
  language: SigningLanguage;
  texts: ReadonlyMap<string, string>;
}

export const EVIDENCE = 'server/src/evidence/texts';
const FOLDERS = /^((server|sandbox)\/src\/[\w/-]*texts|web\/src\/text)\/.*\.json$/;
/** Enough numbers to meet every plural rule. */
const COUNTS = [...Array(120).keys(), 1_000_000];

export function readCatalogues(): Catalogue[] {
  return listFiles(FOLDERS).map(readCatalogue);
}

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

/** What a language lacks, as a translator can fill it in: the file, the key and the English text. */
export function findGaps(catalogues: readonly Catalogue[], language: SigningLanguage): string[] {
  return catalogues
    .filter((each) => each.language === 'en')
    .flatMap(({ area, file, texts: origin }) => {
      const own = catalogues.find((each) => each.area === area && each.language === language);
      const at = own?.file ?? file.replace(/\/en([/.])/, `/${language}$1`);
      const texts = textsToCompare(own);
      const missing = [...origin].filter(([key]) => !texts.has(key));
      const unknown = [...texts.keys()].filter((key) => !origin.has(key));
      return [
        ...missing.map(([key, text]) => `${at} lacks ${JSON.stringify(key)}: ${JSON.stringify(text)}`),
        ...unknown.map((key) => `${at} has ${JSON.stringify(key)}, which English has not`),
      ];
    });
}

/** English says what a signature rests on in the sentence of the record. */
function textsToCompare(catalogue: Catalogue | undefined): Map<string, string> {
  const texts = [...(catalogue?.texts ?? [])];
  return new Map(texts.filter(([key]) => catalogue?.area !== EVIDENCE || !key.startsWith('reached.')));
}

/** What is wrong with one text, by itself and beside the English one. */
export function findFaults(catalogue: Catalogue, origin: ReadonlyMap<string, string>): string[] {
  const { file, language, texts } = catalogue;
  const isSaid = (text: string) => /[a-z]{3} [a-z]{3}/.test(text.replaceAll(/\{\w+\}/g, ''));
  return [...texts].flatMap(([key, text]) => {
    const english = origin.get(key);
    const faults = [...findFormatFaults(text, language)];
    if (/<\/?[a-z]+[\s/>]|&[a-z]+;/i.test(text)) faults.push('has HTML');
    if (english !== undefined) {
      const [own, asked] = [valuesIn(text), valuesIn(english)].map((values) => values.join(', '));
      if (own !== asked) faults.push(`has the values {${own}} and not {${asked}}`);
      if (language !== 'en' && isSaid(text) && english === text) faults.push('is the English text');
    }
    return faults.map((fault) => `${file}: ${JSON.stringify(key)} ${fault}`);
  });
}

/** That it is said as by a library for the format, in the plural forms that CLDR has for the language. */
function* findFormatFaults(text: string, language: SigningLanguage): Generator<string> {
  const locale = LOCALES[language];
  const library = new IntlMessageFormat(text, locale, {}, { ignoreTag: true });
  const counted = argumentsIn(library.getAst()).filter(({ type }) => type === TYPE.plural);
  const forms = pluralFormsOf(locale);
  // French, Italian, Portuguese and Spanish have one of a million and more, which none of our texts counts.
  const asked = forms.filter((form) => form !== 'many' || ['ar', 'pl'].includes(language));
  for (const { options } of counted) {
    const own = Object.keys(options ?? {});
    for (const form of own.filter((each) => !forms.includes(each)))
      yield `has the plural form ${form}, which the language has not`;
    for (const form of asked.filter((each) => !own.includes(each))) yield `lacks the plural form ${form}`;
  }
  const named = Object.fromEntries(valuesIn(text).map((name) => [name, `‘${name}’ {it}`]));
  for (const count of counted.length > 0 ? COUNTS : [3]) {
    const values = { ...named, ...Object.fromEntries(counted.map(({ value }) => [value, count])) };
    const said = formatMessage(text, values, { language: locale });
    if (said !== library.format(values)) yield `is not said as by the library: ${said}`;
    if (said.trim() === '' && text !== '') yield `says nothing of ${count}`;
  }
}

const pluralForms = new Map<string, readonly string[]>();

function pluralFormsOf(locale: string): readonly string[] {
  const forms = pluralForms.get(locale) ?? new Intl.PluralRules(locale).resolvedOptions().pluralCategories;
  pluralForms.set(locale, forms);
  return forms;
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

/** By text: the English one is asked for beside that of each language. */
const valuesByText = new Map<string, readonly string[]>();

function valuesIn(text: string): readonly string[] {
  const known = valuesByText.get(text) ?? readValues(text);
  valuesByText.set(text, known);
  return known;
}

/** The values that a text needs, and the choices that it has: plural forms are those of its language. */
function readValues(text: string): readonly string[] {
  const message = new IntlMessageFormat(text, 'en', {}, { ignoreTag: true }).getAst();
  const named = argumentsIn(message).flatMap(({ type, value, options = {} }) =>
    type === TYPE.select ? [value, ...Object.keys(options).map((each) => `${value} ${each}`)] : [value],
  );
  return [...new Set(named)].map(String).sort();
}

/** `npm run text:check de`: what a translator has left to do; without a language, all of them. */
function main(wanted: readonly string[]): void {
  const catalogues = readCatalogues();
  const languages = SIGNING_LANGUAGES.filter((each) => wanted.length === 0 || wanted.includes(each));
  if (languages.length < wanted.length) {
    console.error(`One of ${wanted.join(', ')} is no language here: name ${SIGNING_LANGUAGES.join(', ')}.`);
    exit(2);
  }
  const originOf = (area: string) =>
    catalogues.find((each) => each.area === area && each.language === 'en')?.texts ?? new Map();
  const problems = languages.flatMap((language) => [
    ...findGaps(catalogues, language),
    ...catalogues
      .filter((each) => each.language === language)
      .flatMap((each) => findFaults(each, originOf(each.area))),
  ]);
  for (const problem of problems) console.log(problem);
  console.log(problems.length === 0 ? `${languages.join(', ')}: complete.` : `${problems.length} to do.`);
  exit(problems.length === 0 ? 0 : 1);
}

if (import.meta.url === pathToFileURL(argv[1] ?? '').href) main(argv.slice(2));
