import { useText } from '../text/start-text.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { LoadFailure } from './load-failure.tsx';
import { moduleHook } from './module-hook.ts';
import type { SignatureFormProps } from './signature-form.tsx';

interface SignatureDialogProps extends SignatureFormProps {
  readonly isOpen: boolean;
  /** Preloads the form while the document is being read. */
  readonly isNear: boolean;
}

/** The signature dialog. Its form, with fonts and drawing library, is loaded on demand. */
export function SignatureDialog({ isOpen, isNear, ...form }: SignatureDialogProps) {
  const t = useText('signing');
  const { module, hasFailed } = useForm(isOpen || isNear);
  return (
    <Dialog
      isOpen={isOpen}
      onClose={form.onClose}
      title={t(`signatureDialog.${form.kind}Title`)}
      className="signature-dialog"
    >
      {module !== null && <module.SignatureForm {...form} />}
      {module === null && !hasFailed && <Skeleton lines={4} />}
      {hasFailed && <LoadFailure />}
    </Dialog>
  );
}

const useForm = moduleHook(() => import('./signature-form.tsx'));
