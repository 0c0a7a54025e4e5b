import { type ReactNode, useState } from 'react';
import { useText } from '../text/start-text.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { TextField } from './text-field.tsx';

type ConfirmDialogProps = {
  isOpen: boolean;
  onClose: () => void;
  onConfirm: () => void;
  title: string;
  description: ReactNode;
  /** The button's words: the act itself, never "OK". */
  act: string;
  /** What must be typed first, for acts that cannot be taken back. */
  name?: string;
  busy?: boolean;
  error?: ReactNode;
};

/** A destructive act asks before it happens, and by name where a name is given. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { isOpen, onClose, title, description, error } = props;
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={title} description={description}>
      {error}
      <ConfirmForm {...props} />
    </Dialog>
  );
}

function ConfirmForm({ onClose, onConfirm, act, name, busy }: ConfirmDialogProps) {
  const t = useText('ui');
  const [typed, setTyped] = useState('');
  const isNamed = name === undefined || typed.trim() === name.trim();
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (isNamed) onConfirm();
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
        <Button type="submit" variant="danger" disabled={!isNamed} busy={busy ?? false}>
          {act}
        </Button>
      </div>
    </form>
  );
}
