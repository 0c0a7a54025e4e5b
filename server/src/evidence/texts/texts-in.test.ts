import { SIGNING_LANGUAGES } from '@paraph/domain';
import { missingCharacters } from '@paraph/pades';
import { expect, test } from 'vitest';
import { openOwnFonts } from '../../platform/fonts.ts';
import { completionTextsIn } from './texts-in.ts';

test.each(SIGNING_LANGUAGES)(
  'the certificate in %s can be drawn with the fonts of this service',
  (language) => {
    const texts = JSON.stringify(completionTextsIn(language));
    for (const weight of ['regular', 'bold'] as const)
      expect(missingCharacters(texts, openOwnFonts(weight))).toEqual([]);
  },
);
