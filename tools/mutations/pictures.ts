import type { FaultyFile } from './mutation.ts';

/** What the comparison of pictures tells of a signed file, and how costly files are read. */
export const pictureFaults: readonly FaultyFile[] = [
  {
    file: 'intake/src/reading/picture-page.ts',
    tests: ['intake/src/reading/picture-page.test.ts'],
    faults: {
      'page-of-a-picture-that-moves': ['if (isAnimated(file))', 'if (false)'],
      'page-of-a-damaged-png': ['if (!isWholePng(bytes))', 'if (false)'],
      'page-of-a-picture-lies-down': ['uprightMatrix(picture.orientation,', 'uprightMatrix(1,'],
      'camera-is-on-the-page': ['bytes: withoutOrientation(picture)', 'bytes: picture.bytes'],
      'page-decodes-without-bound': ['if (width * height > DECODED_PIXELS_MAX)', 'if (false)'],
      'transparency-is-black': ['const isOpaque = colourType < 4 &&', 'const isOpaque = colourType < 4 ||'],
    },
  },
  {
    file: 'intake/src/reading/compare-pictures.ts',
    tests: ['intake/src/reading/compare-pictures.test.ts'],
    faults: {
      'pictures-without-fields': ['document.drawFilled(', 'document.draw('],
      'permitted-changes-accused': ['isExplained[pixel] === 1 || ', ''],
      'field-hides-content-unnoticed': [
        'return isFaded || contrastAt(now, pixel) < Math.min(was, contrastAt(old, pixel)) / 2;',
        'return was < 0;',
      ],
      'blackened-content-unnoticed': ['isFaded || contrastAt(now, pixel) <', 'isFaded || was <'],
      'replaced-content-unnoticed': ['return isFaded || contrastAt', 'return contrastAt'],
      'signature-across-a-line-hides-it': [
        'distance(now.pixels, pixel, [old.pixels, paper]) < was / 2',
        'distance(now.pixels, pixel, [old.pixels, pixel]) > 0',
      ],
      'other-picture-unnoticed': ['if (right < 0) return null;', 'if (right < width) return null;'],
    },
  },
  {
    file: 'pades/src/validate/verdict.ts',
    tests: ['intake/src/reading/compare-pictures.test.ts'],
    faults: {
      'field-that-nobody-signed-shows-unnoticed': ['shows && !isSigned', 'shows === null'],
      'mark-of-a-signature-is-an-addition': ['shows && !isSigned', 'shows'],
    },
  },
  {
    file: 'pades/src/validate/signed-revision.ts',
    tests: ['intake/src/reading/compare-pictures.test.ts'],
    faults: {
      'emptied-field-explains-what-shows': ['&& !forbidden.has(name)', ''],
    },
  },
  {
    file: 'server/src/files/examine-document.ts',
    tests: ['server/src/files/evaluate-document.test.ts'],
    faults: {
      'costly-pictures-refuse-a-file': [
        'first.isCutOff ? await run(false) : first',
        'first.isCutOff ? first : first',
      ],
      'unreadable-file-is-read-twice': [' && first.isCutOff', ''],
    },
  },
];
