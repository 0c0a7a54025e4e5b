import { Check, Copy } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { useText } from '../text/start-text.ts';
import { Button } from './button.tsx';

interface CopyFieldProps {
  readonly label: string;
  readonly value: string;
  /** Of a page whose languages the texts of `ui` lack. */
  readonly words?: Readonly<Record<'copy' | 'copied' | 'copyFailed', string>>;
}

/** A read-only value with a Copy button, which shows and announces the result. */
export function CopyField({ label, value, words }: CopyFieldProps) {
  const ui = useText('ui');
  const t = (key: 'copy' | 'copied' | 'copyFailed') => words?.[key] ?? ui(key);
  const id = useId();
  const [outcome, setOutcome] = useState<'none' | 'copied' | 'failed'>('none');
  useEffect(() => {
    if (outcome !== 'copied') return;
    const timer = setTimeout(() => setOutcome('none'), 3000);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = () =>
    copyText(value).then(
      () => setOutcome('copied'),
      () => setOutcome('failed'),
    );
  return (
    <div className="flex flex-col gap-1">
      <label id={`${id}-label`} htmlFor={id} className="text-14 font-medium">
        {label}
      </label>
      <div className="flex gap-2">
        <input
          id={id}
          readOnly
          dir="ltr"
          value={value}
          onFocus={(event) => event.target.select()}
          className="touch min-w-0 grow rounded-paper border border-edge bg-wash px-3 font-mono text-14"
        />
        <Button
          icon={outcome === 'copied' ? Check : Copy}
          className="shrink-0"
          aria-describedby={`${id}-label`}
          onClick={copy}
        >
          {outcome === 'copied' ? t('copied') : t('copy')}
        </Button>
      </div>
      <p role="status" className="text-13 text-muted">
        {outcome === 'failed' && t('copyFailed')}
      </p>
    </div>
  );
}

/** Browsers offer no clipboard on plain http other than loopback. */
async function copyText(text: string): Promise<void> {
  if (!navigator.clipboard) throw new Error('This browser gives no access to the clipboard here.');
  await navigator.clipboard.writeText(text);
}
