import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useText } from '../text/start-text.ts';
import { Checkbox } from '../ui/checkbox.tsx';
import { Dialog } from '../ui/dialog.tsx';

const KEYS = ['/', 'n', '↑ ↓', '?'] as const;
const OFF_KEY = 'paraph.keys-off';

/** The single-letter shortcuts and their list. They can be disabled (WCAG 2.1.4). */
export function KeyboardHelp() {
  const t = useText('frame');
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const [isOff, setOff] = useState(readOff);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (isOff || isTyping(event)) return;
      if (event.key === '?') setOpen(true);
      else if (event.key === '/') focusSearch();
      else if (event.key === 'n') void navigate({ to: '/documents/new' });
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [isOff, navigate]);
  return (
    <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title={t('keys.title')}>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2">
        {KEYS.map((key, index) => (
          <div key={key} className="contents">
            <dt className="font-mono">{key}</dt>
            <dd>{t(`keys.${index}`)}</dd>
          </div>
        ))}
      </dl>
      <Checkbox
        label={t('keys.on')}
        checked={!isOff}
        onChange={(event) => {
          setOff(!event.target.checked);
          writeOff(!event.target.checked);
        }}
      />
    </Dialog>
  );
}

function isTyping(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return true;
  const target = event.target instanceof Element ? event.target : null;
  return Boolean(target?.closest('input, textarea, select, [contenteditable], dialog[open]'));
}

function focusSearch(): void {
  document.querySelector<HTMLInputElement>('input[type="search"]')?.focus();
}

function readOff(): boolean {
  try {
    return window.localStorage.getItem(OFF_KEY) === '1';
  } catch {
    return false;
  }
}

function writeOff(isOff: boolean): void {
  try {
    window.localStorage.setItem(OFF_KEY, isOff ? '1' : '0');
  } catch {
    // Storage is disabled: the choice lasts as long as the page.
  }
}
