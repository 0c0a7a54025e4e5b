import { Download } from 'lucide-react';
import { useText } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';

type NewRecoveryCodesProps = { codes: readonly string[] | null; onClose: () => void };

/** Codes that are shown once: the dialog closes by its button alone. */
export function NewRecoveryCodes({ codes, onClose }: NewRecoveryCodesProps) {
  const t = useText('account');
  // A dialog that its person cannot close ends with its component.
  if (codes === null) return null;
  return (
    <Dialog
      isOpen
      title={t('security.recovery')}
      description={t('security.recoveryShown')}
      actions={
        <>
          <Button icon={Download} onClick={() => download(codes)}>
            {t('security.recoveryDownload')}
          </Button>
          <Button variant="primary" onClick={onClose}>
            {t('security.recoveryDone')}
          </Button>
        </>
      }
    >
      <ul dir="ltr" className="grid grid-cols-1 gap-x-6 gap-y-1 font-mono min-[24rem]:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </Dialog>
  );
}

function download(codes: readonly string[]): void {
  const lines = [window.location.host, '', ...codes, ''].join('\n');
  const url = URL.createObjectURL(new Blob([lines], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = 'paraph-recovery-codes.txt';
  link.click();
  URL.revokeObjectURL(url);
}
