import { SIGNING_LANGUAGES } from '@paraph/domain';
import { missingCharacters } from '@paraph/pades';
import { describe, expect, test } from 'vitest';
import { openOwnFonts } from '../../platform/fonts.ts';
import { fr } from './fr.ts';
import { completionTextsIn } from './texts-in.ts';

/** Each text by its path, such as `person.email`. */
function textsOf(value: unknown, path = ''): [string, string][] {
  if (typeof value === 'string') return [[path, value]];
  return Object.entries(value ?? {}).flatMap(([key, each]) =>
    textsOf(each, path === '' ? key : `${path}.${key}`),
  );
}

const namesIn = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();
/** English says what a signature rests on in the sentence of the record. */
const wanted = new Map(textsOf({ ...completionTextsIn('en'), reached: fr.reached }));

describe.each(SIGNING_LANGUAGES.filter((language) => language !== 'en'))(
  'the certificate in %s',
  (language) => {
    const texts = textsOf(completionTextsIn(language));

    test('has every text, with the same values in it', () => {
      expect(texts.map(([path]) => path)).toEqual([...wanted.keys()]);
      for (const [path, text] of texts) expect(namesIn(text), path).toEqual(namesIn(wanted.get(path) ?? ''));
      expect(texts.filter(([, text]) => text.trim() === '')).toEqual([]);
    });

    test('can be drawn with the fonts that come with this service', () => {
      for (const weight of ['regular', 'bold'] as const)
        for (const [path, text] of texts)
          expect(missingCharacters(text, openOwnFonts(weight)), path).toEqual([]);
    });

    test('is not the English one', () => {
      const same = texts.filter(
        ([path, text]) => !path.startsWith('reached.') && wanted.get(path) === text && /[a-z]{9}/.test(text),
      );
      expect(same).toEqual([]);
    });
  },
);
