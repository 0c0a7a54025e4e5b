import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useText } from '../text/start-text.ts';
import { IconButton } from '../ui/button.tsx';
import { ScrollRegion } from '../ui/scroll-region.tsx';

const NAMES: Readonly<Record<string, string>> = {
  sh: 'Shell',
  ts: 'TypeScript',
  js: 'JavaScript',
  python: 'Python',
  php: 'PHP',
  ruby: 'Ruby',
  perl: 'Perl',
  json: 'JSON',
};

/** A code sample that scrolls on its own, with a Copy button. */
export function CodeSample({ text, language = '' }: { text: string; language?: string }) {
  const t = useText('docs');
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setIsCopied(false), 3000);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = () =>
    navigator.clipboard?.writeText(text).then(
      () => setIsCopied(true),
      // Without access to the clipboard the text can still be selected.
      () => setIsCopied(false),
    );
  const name = NAMES[language] ?? t('sample');
  return (
    <figure className="docs-code">
      <figcaption>
        <span>{name}</span>
        <IconButton
          icon={isCopied ? Check : Copy}
          label={isCopied ? t('copied') : t('copySample')}
          onClick={copy}
        />
      </figcaption>
      <ScrollRegion label={name}>
        <pre>
          <code>{text}</code>
        </pre>
      </ScrollRegion>
    </figure>
  );
}
