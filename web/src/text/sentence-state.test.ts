import { describe, expect, it } from 'vitest';
import { asciiDigits, withoutIsolation, withValues } from './sentence-state.ts';

describe('a sentence with values', () => {
  it('leaves a name in the script of the page as it is', () => {
    expect(withValues('Next: {names}.', { names: 'Ana Kovač' }, 'en')).toBe('Next: Ana Kovač.');
    expect(withValues('التالي: {names}', { names: 'ليلى' }, 'ar')).toBe('التالي: ليلى');
  });

  it('isolates names and addresses of the other direction', () => {
    expect(withValues('To {name}', { name: 'ليلى' }, 'en')).toBe('To \u2068ليلى\u2069');
    const arabic = withValues('({email}) {name}', { email: 'ada@example.com', name: 'ليلى' }, 'ar');
    expect(arabic).toBe('(\u2066ada@example.com\u2069) ليلى');
    expect(withValues('إلى {to}', { to: '+41 ••• 67' }, 'ar')).toBe('إلى \u2066+41 ••• 67\u2069');
    expect(withValues('إلى {to}', { to: 'ليلى 7' }, 'ar')).toBe('إلى \u2068ليلى 7\u2069');
    expect(withoutIsolation(arabic)).toBe('(ada@example.com) ليلى');
  });

  it('writes numbers in the digits of the language, and reads them again', () => {
    const digits = new Intl.NumberFormat('ar', { useGrouping: false }).format(1234);
    expect(withValues('{count}', { count: 1234 }, 'ar')).toBe(digits);
    expect(withValues('{count}', { count: 1234 }, 'de')).toBe('1234');
    expect(asciiDigits('١٢ 34')).toBe('1234');
    const pages = '{count, plural, two {صفحتان} other {{count}}}';
    expect([2, 1234].map((count) => withValues(pages, { count }, 'ar'))).toEqual(['صفحتان', digits]);
  });

  it('begins no line with a mark of its own in French', () => {
    expect(withValues('Refuser « {name} » : {why} ?', { name: 'Bail : annexe', why: 'oui' }, 'fr')).toBe(
      'Refuser «\u00a0Bail : annexe\u00a0»\u00a0: oui\u00a0?',
    );
    expect(withValues('A : b', {}, 'de')).toBe('A : b');
  });

  it('keeps a placeholder without a value, so that its absence is seen', () => {
    expect(withValues('{name}', {}, 'en')).toBe('{name}');
  });
});
