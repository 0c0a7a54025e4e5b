import { describe, expect, it } from 'vitest';
import english from '../text/en/signing.json';
import type { Texts } from '../text/start-text.ts';
import { LANGUAGE_NAMES } from '../text/start-text.ts';

const sources = import.meta.glob<string>(['./*.ts', './*.tsx', '!./*.test.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
});
const catalogues = import.meta.glob<Texts>('../text/*/signing.json', { import: 'default', eager: true });
const languages = Object.entries(catalogues).map(
  ([path, texts]) => [path.split('/').at(-2) ?? '', sentencesOf(texts)] as const,
);
const providers = import.meta.glob<Texts>('../text/*/provider.json', { import: 'default', eager: true });

describe('the texts of the signing page', () => {
  const existing = sentencesOf(english);
  const code = Object.values(sources).join('\n');

  it('have a sentence for every key the page names', () => {
    const named = [...code.matchAll(/'((?:[a-z]+_?[a-z]+)\.[A-Za-z_]+)'/gi)].map((match) => match[1] ?? '');
    const asked = named.filter((key) => (key.split('.')[0] ?? '') in english);
    const missing = asked.filter((key) => !existing.has(key));
    expect(asked.length).toBeGreaterThan(80);
    expect(missing).toEqual([]);
  });

  it('exist in every language that can be chosen', () => {
    expect(languages.map(([language]) => language).sort()).toEqual(Object.keys(LANGUAGE_NAMES).sort());
  });

  it.each(languages)(
    'call the last press at a provider as the check does, in "%s"',
    (language, sentences) => {
      expect(providers[`../text/${language}/provider.json`]?.finish).toBe(sentences.get('bar.finish'));
    },
  );

  it('hold no exclamation marks and none of the words we do not use', () => {
    const sentences = languages.flatMap(([, texts]) => [...texts.values()]);
    expect(sentences.filter((sentence) => /!|envelope|execute|\bvoid\b/i.test(sentence))).toEqual([]);
  });

  it.each(languages)('claim no more about a signature than the record does, in "%s"', (language, texts) => {
    const sentences = new Map(texts);
    const kind = sentences.get('review.kind') ?? '';
    expect(kind).toMatch(/\bsimples?\b|einfachen|semplice|gewone|zwykł|بسيط/);
    expect(kind, language).toMatch(/25/);
    const advanced = sentences.get('review.kindAdvanced') ?? '';
    expect(advanced, language).toMatch(/26/);
    expect(advanced).toMatch(
      /\badvanced\b|avancée|fortgeschritten|avanzada|avanzata|avançada|geavanceerd|zaawansowan|متقدم/,
    );
    const qualified = sentences.get('review.kindQualified') ?? '';
    expect(qualified, language).toMatch(/25/);
    expect(qualified).toMatch(
      /\bqualified\b|qualifiée|qualifiziert|cualificada|qualificata|qualificada|gekwalificeerd|kwalifikowan|مؤهل/,
    );
    for (const key of ['review.kindAdvanced', 'review.kindQualified']) sentences.delete(key);
    expect([...sentences.values()].join('\n')).not.toMatch(
      /advanced|qualified|avancée|qualifiée|fortgeschritten|qualifiziert|avanzada|cualificada|avanzata|qualificat[ao]|avançada|geavanceerd|gekwalificeerd|zaawansowan|kwalifikowan|متقدم|مؤهل/i,
    );
  });
});

function sentencesOf(texts: Texts, before = ''): Map<string, string> {
  const sentences = new Map<string, string>();
  for (const [key, text] of Object.entries(texts)) {
    if (typeof text === 'string') sentences.set(before + key, text);
    else
      for (const [inner, sentence] of sentencesOf(text, `${before}${key}.`)) sentences.set(inner, sentence);
  }
  return sentences;
}
