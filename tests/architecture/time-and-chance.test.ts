import { describe, expect, test } from 'vitest';
import { filesIn, findProblems } from './sources.ts';

describe('time, chance and the environment (ARCHITECTURE §4)', () => {
  const BANNED = /new Date\(\)|\bDate\.now\b|\bMath\.random\b|\brandomUUID\b|\bperformance\.now\b/;
  const guarded = [...filesIn('domain'), ...filesIn('contract'), ...filesIn('pades'), ...filesIn('server')];

  test('come from platform alone', () => {
    const bad = findProblems(guarded, function* ({ path, text }) {
      const isTestKit = /^pades\/(src\/testing|examples)\//.test(path);
      if (path.startsWith('server/src/platform/') || path.startsWith('server/src/commands/') || isTestKit)
        return;
      if (BANNED.test(withoutComments(text))) yield `calls ${BANNED.exec(withoutComments(text))?.[0]}`;
    });
    expect(bad).toEqual([]);
  });

  test('the environment is read in config.ts alone', () => {
    const allowed = /^server\/src\/(config\.ts|platform\/|files\/)/;
    const bad = findProblems(guarded, function* ({ path, text }) {
      if (!allowed.test(path) && /process\.env/.test(withoutComments(text))) yield 'reads process.env';
    });
    expect(bad).toEqual([]);
  });
});

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(^|\s)\/\/.*$/gm, '');
}
