import type { ReactNode } from 'react';
import { useText } from '../text/start-text.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { CopyField } from '../ui/copy-field.tsx';
import { Dialog } from '../ui/dialog.tsx';

type SecretDialogProps = {
  title: string;
  values: readonly { label: string; value: string }[];
  /** What to do with it, beyond keeping it. */
  children?: ReactNode;
  onClose: () => void;
};

/** The only time the secret is seen, so that nothing but the button closes it: we keep its hash alone. */
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
