import { X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { useText } from '../text/start-text.ts';
import { IconButton } from './button.tsx';
import { classNames } from './class-names.ts';

type DialogProps = {
  isOpen: boolean;
  /** Without it the dialog stays until what it asks for is done. */
  onClose?: () => void;
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons, the primary one last. */
  actions?: ReactNode;
  className?: string;
};

/**
 * The browser's own modal: it keeps the focus, makes the rest inert and gives the focus back. Libraries that
 * do the same write style sheets at run time, which the page's content security policy refuses.
 */
export function Dialog({ isOpen, onClose, title, description, children, actions, className }: DialogProps) {
  const t = useText('ui');
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const dialog = ref.current;
    if (isOpen && dialog && !dialog.open) dialog.showModal();
    if (!isOpen && dialog?.open) dialog.close();
  }, [isOpen]);
  // Taken out of the page while open, it would keep the focus to itself: closed just before, it gives it back.
  useLayoutEffect(() => {
    const dialog = ref.current;
    return () => dialog?.close();
  }, []);
  useEffect(() => {
    const dialog = ref.current;
    // Escape closes it already; a click that reaches the dialog itself fell on its veil.
    const closeFromVeil = (event: MouseEvent) => event.target === dialog && onClose?.();
    dialog?.addEventListener('click', closeFromVeil);
    return () => dialog?.removeEventListener('click', closeFromVeil);
  }, [onClose]);
  return (
    <dialog
      ref={ref}
      aria-labelledby={isOpen ? `${id}-title` : undefined}
      aria-describedby={isOpen && description ? `${id}-description` : undefined}
      onCancel={(event) => !onClose && event.preventDefault()}
      // Browsers let a second Escape through; where closing is not offered, it opens again.
      onClose={onClose ?? (() => ref.current?.showModal())}
      className={classNames(
        'm-auto w-[min(36rem,calc(100vw-1.5rem))] max-h-[calc(100dvh-1.5rem)] overflow-auto',
        'scroll-pb-20 rounded-paper border border-line bg-surface p-0 text-ink shadow-lift appear',
        className,
      )}
    >
      {isOpen && (
        <div className="relative flex flex-col gap-4 p-4 sm:p-6">
          <h2 id={`${id}-title`} className="pe-12 pt-1.5 text-20 font-semibold">
            {title}
          </h2>
          {description && (
            <div id={`${id}-description`} className="text-muted">
              {description}
            </div>
          )}
          {children}
          {actions && <footer className="flex flex-wrap justify-end gap-3">{actions}</footer>}
          {/* Last in order, so that opening puts the focus on what the dialog is about. */}
          {onClose && (
            <IconButton
              icon={X}
              label={t('close')}
              onClick={onClose}
              className="absolute end-3 top-3 sm:end-5 sm:top-5"
            />
          )}
        </div>
      )}
    </dialog>
  );
}
