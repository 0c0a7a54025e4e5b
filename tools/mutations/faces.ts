import type { FaultyFile } from './mutation.ts';

const prepared = 'pades/src/write/one-face.test.ts';
const examined = 'intake/src/reading/one-face.test.ts';
const digits = 'intake/src/reading/check-digits.test.ts';

/** What a screen and print show is the same, and what the text of a file says is what it shows. */
export const faceFaults: readonly FaultyFile[] = [
  {
    file: 'pades/src/intake/two-faces.ts',
    tests: [prepared],
    faults: {
      'annotation-for-print-alone-unnoticed': [
        'if (isPrinted && !isSeen)',
        'if (isPrinted && isSeen && !isSeen)',
      ],
      'picture-for-print-unnoticed': ["['Alternates', 'OPI']", "['OPI']"],
      'overprint-unnoticed': ['if (valueAt(key) === true)', 'if (valueAt(key) === false)'],
      'links-may-switch-layers': ["new Set(['Hide', 'SetOCGState'])", "new Set(['Hide'])"],
      'wide-frame-of-a-link-unnoticed': ['points > FRAME_MAX', 'points < 0'],
    },
  },
  {
    file: 'pades/src/intake/value-walk.ts',
    tests: [prepared],
    faults: {
      'annotations-are-not-looked-at': [
        "return key !== 'Rect' || mayShowAnnotation(dict)",
        "return key !== 'Rect'",
      ],
    },
  },
  {
    file: 'pades/src/pdf/layers.ts',
    tests: [prepared],
    faults: {
      'usage-of-layers-in-print-unnoticed': ['isOn !== null && isOn !== isShown', 'isOn === isShown'],
      'zoom-of-layers-unnoticed': ["if (usage && this.#document.dict(usage, 'Zoom')) return 'zoom';", ''],
    },
  },
  {
    file: 'pades/src/write/one-face.ts',
    tests: [prepared, examined],
    faults: {
      'hidden-layers-can-be-switched-on': ['/Locked [${all}]', '/Locked []'],
      'layers-become-what-print-shows': [
        '.filter(({ isShown }) => !isShown)',
        '.filter(({ isShown }) => isShown)',
      ],
    },
  },
  {
    file: 'pades/src/write/flatten.ts',
    tests: [prepared],
    faults: {
      'annotation-for-print-is-painted': ['FLAGS.hidden | FLAGS.noView', 'FLAGS.hidden'],
      'layer-of-an-annotation-is-lost': [
        'if (overlay === null || layer === null)',
        'if (overlay !== null || layer === null)',
      ],
    },
  },
  {
    file: 'pades/src/validate/verdict.ts',
    tests: ['pades/src/validate/two-faced-verdict.test.ts'],
    faults: {
      'two-faces-change-no-verdict': ['?.some(isDifferent) === true', '?.every(isDifferent) === null'],
    },
  },
  {
    file: 'intake/src/reading/one-face.ts',
    tests: [examined],
    faults: {
      'signed-file-with-two-faces-accepted': ['return parts.length > 0', 'return parts.length < 0'],
      'print-is-not-compared': ['if (displayed) return', 'if (displayed === undefined) return'],
    },
  },
  {
    file: 'intake/src/reading/examine-file.ts',
    tests: [digits],
    faults: {
      'digits-are-not-compared': [
        'findOtherPrint(document, doubted, (index) => this.#pixelsOf(index)) ??',
        'findOtherPrint(document, doubted, (index) => this.#pixelsOf(index)) !== undefined ? null :',
      ],
    },
  },
  {
    file: 'intake/src/reading/check-digits.ts',
    tests: [digits],
    faults: {
      'digits-of-unused-fonts-refuse-a-file': [
        'one.digit === digit && one.font === fontOf(index)',
        'one.digit !== digit',
      ],
    },
  },
];
