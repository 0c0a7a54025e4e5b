import type { FaultyFile } from './mutation.ts';

const tests = ['tests/api/stamp-picture.test.ts'];

/** The picture of an organization: examined, its administrators' to set, and drawn as it is at the start. */
export const stampFaults: readonly FaultyFile[] = [
  {
    file: 'server/src/workspaces/organization-picture.ts',
    tests: ['tests/generated/isolation.test.ts'],
    faults: {
      'stamp-picture-by-any-member': [
        'const access = await requireAdministrator(deps.database, caller, organizationId);\n  const {',
        'const access = await requireMembership(deps.database, caller, organizationId);\n  const {',
      ],
    },
  },
  {
    file: 'server/src/workspaces/organization-picture.ts',
    tests,
    faults: {
      'stamp-picture-stays-on-disk': ['await removeBlobs(deps, unnamed);', ''],
    },
  },
  {
    file: 'server/src/revisions/plan-form.ts',
    tests,
    faults: {
      'stamp-without-picture': [
        'if (!stampPicture) return textField(plan, field, font);',
        'if (fixedValue !== "") return textField(plan, field, font);',
      ],
      'stamp-picture-without-condition': [
        "kind: 'picture', image: stampPicture, isImageHidden: true }",
        "kind: 'picture', image: stampPicture }",
      ],
    },
  },
  {
    file: 'server/src/signing/answers/preview-documents.ts',
    tests,
    faults: {
      'stamp-with-condition-as-text': [
        'return [{ name, text: value, font, fontSize, showsEmbeddedImage: true }];',
        'return [{ name, text: value, font, fontSize }];',
      ],
    },
  },
  {
    file: 'intake/src/reading/draw-jpeg.ts',
    tests: ['intake/src/reading/check-picture.test.ts'],
    faults: {
      'stamp-picture-lies-on-its-side': ['const isTurned = orientation > 4;', 'const isTurned = false;'],
    },
  },
];
