import { Check, X } from 'lucide-react';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from 'react';
import { useText } from '../text/start-text.ts';
import { Button, IconButton } from './button.tsx';

export type Toast = { text: string; undo?: () => void };

const ToastContext = createContext<(toast: Toast) => void>(() => {});

/** Shows that an action is done, with Undo where it can be reverted. */
export function useToast(): (toast: Toast) => void {
  return useContext(ToastContext);
}

export function ToastProvider({ children }: { children: ReactNode }) {
  const [toast, setToast] = useState<(Toast & { number: number }) | null>(null);
  const count = useRef(0);
  const show = useCallback((next: Toast) => {
    count.current += 1;
    setToast({ ...next, number: count.current });
  }, []);
  const close = useCallback(() => setToast(null), []);
  return (
    <ToastContext value={show}>
      {children}
      <div role="status" className={POSITION}>
        {toast && <ToastLine key={toast.number} toast={toast} onClose={close} />}
      </div>
    </ToastContext>
  );
}

const DEFAULT_MS = 5_000;
const UNDO_MS = 10_000;

function ToastLine({ toast, onClose }: { toast: Toast; onClose: () => void }) {
  const t = useText('ui');
  const [isPaused, setPaused] = useState(false);
  useEffect(() => {
    if (isPaused) return;
    const timer = setTimeout(onClose, toast.undo ? UNDO_MS : DEFAULT_MS);
    return () => clearTimeout(timer);
  }, [isPaused, onClose, toast.undo]);
  return (
    <fieldset
      onMouseEnter={() => setPaused(true)}
      onMouseLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
      className={LINE}
    >
      <Check aria-hidden size={18} className="shrink-0 text-done" />
      <span className="py-2">{toast.text}</span>
      {toast.undo && (
        <Button
          variant="quiet"
          className="text-accent"
          onClick={() => {
            toast.undo?.();
            onClose();
          }}
        >
          {t('undo')}
        </Button>
      )}
      <IconButton icon={X} label={t('close')} onClick={onClose} />
    </fieldset>
  );
}

const POSITION = 'pointer-events-none fixed inset-x-0 bottom-20 z-20 flex justify-center px-3 md:bottom-6';

const LINE =
  'pointer-events-auto flex max-w-full items-center gap-2 rounded-paper border border-line bg-surface ' +
  'ps-4 pe-1 shadow-lift appear';
