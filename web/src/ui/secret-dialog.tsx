import type { ReactNode } from 'react';
import { useText } from '../text/start-text.ts';
import { Banner } from './banner.tsx';
import { Button } from './button.tsx';
import { CopyField } from './copy-field.tsx';
import { Dialog } from './dialog.tsx';

type SecretDialogProps = {
  title: string;
  values: readonly { label: string; value: string }[];
  /** Instructions below the values. */
  children?: ReactNode;
  onClose: () => void;
};

/** Shows a secret once: the server stores only its hash, so only the button closes the dialog. */
export function SecretDialog({ title, values, children, onClose }: SecretDialogProps) {
  const t = useText('developers');
  return (
    <Dialog
      isOpen
      title={title}
      actions={
        <Button variant="primary" onClick={onClose}>
          {t('secretKept')}
        </Button>
      }
    >
      <Banner tone="waiting" title={t('secretOnce')}>
        {t('secretHow')}
      </Banner>
      {values.map(({ label, value }) => (
        <CopyField key={label} label={label} value={value} />
      ))}
      {children}
    </Dialog>
  );
}
