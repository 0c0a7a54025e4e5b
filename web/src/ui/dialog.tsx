import { X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { useText } from '../text/start-text.ts';
import { IconButton } from './button.tsx';
import { classNames } from './class-names.ts';

type DialogProps = {
  isOpen: boolean;
  /** Without it the user cannot close the dialog. */
  onClose?: () => void;
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons, the primary one last. */
  actions?: ReactNode;
  className?: string;
};

/**
 * The browser's native modal, which traps and restores the focus. Libraries that do the same insert style sheets
 * at run time, which the content security policy refuses.
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
  // Close before unmounting, so that the browser restores the focus.
  useLayoutEffect(() => {
    const dialog = ref.current;
    return () => dialog?.close();
  }, []);
  useEffect(() => {
    const dialog = ref.current;
    // A click on the dialog element itself is a click on the backdrop.
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
      // A second Escape closes even a dialog without `onClose`: open it again.
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
          {actions && <div className="flex flex-wrap justify-end gap-3">{actions}</div>}
          {/* Last in DOM order, so that opening focuses the content first. */}
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
