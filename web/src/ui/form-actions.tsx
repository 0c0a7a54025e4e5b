import type { ReactNode } from 'react';
import { useText } from '../text/start-text.ts';
import { Button } from './button.tsx';

type FormActionsProps = {
  onLeave: () => void;
  /** What leaving says instead of "Back". */
  leave?: string;
  /** Names the action of the form, never "OK". */
  act: string;
  variant?: 'primary' | 'danger';
  busy: boolean;
  disabled?: boolean;
};

/** The two buttons at the end of a form in a dialog. */
export function FormActions({ onLeave, leave, act, variant = 'primary', busy, disabled }: FormActionsProps) {
  const t = useText('ui');
  return (
    <ActionRow>
      <Button onClick={onLeave}>{leave ?? t('leave')}</Button>
      <Button type="submit" variant={variant} busy={busy} disabled={disabled}>
        {act}
      </Button>
    </ActionRow>
  );
}

/** Buttons, the primary one last; sticky in long dialogs. */
export function ActionRow({ children }: { children: ReactNode }) {
  return <div className="sticky bottom-0 flex flex-wrap justify-end gap-3 bg-surface py-3">{children}</div>;
}
