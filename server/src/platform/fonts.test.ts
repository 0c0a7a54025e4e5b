import { missingCharacters } from '@paraph/pades';
import { expect, test } from 'vitest';
import { createMissingCharacterFinder, openFonts, openOwnFonts } from './fonts.ts';

const [inter = Buffer.alloc(0), dejaVu = Buffer.alloc(0)] = openFonts({ fontPaths: [] });

test.each(['Zoë Ångström, €12.50 – “Łódź” · …', 'Νίκος Παπαδόπουλος', 'Жанна Ёлкина', 'Nguyễn Văn Đức'])(
  '%s is set in the font of our own pages',
  (text) => {
    expect(missingCharacters(text, inter)).toEqual([]);
  },
);

test('other scripts are set in the font that has them', () => {
  const text = 'مريم שלום Զարուհի ნინო';
  expect(missingCharacters(text, inter).length).toBeGreaterThan(10);
  expect(missingCharacters(text, dejaVu)).toEqual([]);
  expect(missingCharacters(text, openFonts({ fontPaths: [] }))).toEqual([]);
});

test('fonts are read once', () => {
  expect(openFonts({ fontPaths: [] })).toBe(openFonts({ fontPaths: [] }));
  expect(openOwnFonts('regular')[0]).toBe(inter);
  expect(missingCharacters('Signatures: Łódź, договор', openOwnFonts('bold'))).toEqual([]);
});

test('a finder of missing characters opens the fonts once, for its first text', () => {
  let opened = 0;
  const config = {
    get fontPaths() {
      opened += 1;
      return [];
    },
  };
  const findMissing = createMissingCharacterFinder(config);
  expect(opened).toBe(0);
  expect(['Zoë \u{10FFFD}', 'مريم'].map((text) => findMissing(text))).toEqual([['\u{10FFFD}'], []]);
  expect(opened).toBe(1);
});
