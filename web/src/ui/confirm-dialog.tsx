import { type ReactNode, useState } from 'react';
import { useText } from '../text/start-text.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { ErrorBanner } from './error-banner.tsx';
import { TextField } from './text-field.tsx';

export type ConfirmDialogProps = {
  isOpen: boolean;
  onClose: () => void;
  /** What confirming does; the button is busy meanwhile, and the dialog shows its error. */
  act: { mutate: () => void; isPending?: boolean; error?: unknown };
  title: string;
  description: ReactNode;
  /** The confirm button's label: names the action, never "OK". */
  confirmLabel: string;
  /** Must be typed to confirm an action that cannot be undone. */
  name?: string;
  /** Further inputs, above the buttons. */
  children?: ReactNode;
};

/** Asks for confirmation of a destructive action; with `name`, the user must type it. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { isOpen, onClose, title, description, act, children } = props;
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={title} description={description}>
      <ErrorBanner error={act.error} isFormless />
      {children}
      <ConfirmForm {...props} />
    </Dialog>
  );
}

function ConfirmForm({ onClose, act, confirmLabel, name }: ConfirmDialogProps) {
  const t = useText('ui');
  const [typed, setTyped] = useState('');
  const isNamed = name === undefined || typed.trim() === name.trim();
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (isNamed) act.mutate();
      }}
    >
      {name !== undefined && (
        <TextField
          label={t('typeName', { name })}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          autoComplete="off"
        />
      )}
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={onClose}>{t('keep')}</Button>
        <Button type="submit" variant="danger" disabled={!isNamed} busy={act.isPending ?? false}>
          {confirmLabel}
        </Button>
      </div>
    </form>
  );
}
