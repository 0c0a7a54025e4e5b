import { type ComponentType, useEffect, useState } from 'react';
import { useText } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import type { SignatureFormProps } from './signature-form.tsx';

interface SignatureDialogProps extends SignatureFormProps {
  readonly isOpen: boolean;
  /** Preloads the form while the document is being read. */
  readonly isNear: boolean;
}

/** The signature dialog. Its form, with fonts and drawing library, is loaded on demand. */
export function SignatureDialog({ isOpen, isNear, ...form }: SignatureDialogProps) {
  const t = useText('signing');
  const { Form, hasFailed, retry } = useSignatureForm(isOpen || isNear);
  return (
    <Dialog
      isOpen={isOpen}
      onClose={form.onClose}
      title={t(`signatureDialog.${form.kind}Title`)}
      className="signature-dialog"
    >
      {Form !== null && <Form {...form} />}
      {Form === null && !hasFailed && <Skeleton lines={4} />}
      {hasFailed && (
        <div role="alert" className="flex flex-col items-start gap-3">
          <p>{t('errorPage.offline')}</p>
          <Button onClick={retry}>{t('errorPage.retry')}</Button>
        </div>
      )}
    </Dialog>
  );
}

function useSignatureForm(isWanted: boolean) {
  const [Form, setForm] = useState<ComponentType<SignatureFormProps> | null>(null);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    if (!isWanted || Form !== null || hasFailed) return;
    import('./signature-form.tsx').then(
      (module) => setForm(() => module.SignatureForm),
      () => setFailed(true),
    );
  }, [isWanted, Form, hasFailed]);
  return { Form, hasFailed, retry: () => setFailed(false) };
}
