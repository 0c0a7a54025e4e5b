import { type ComponentType, useEffect, useState } from 'react';
import { useText } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import type { MarkFormProps } from './mark-form.tsx';

interface MarkSheetProps extends MarkFormProps {
  readonly isOpen: boolean;
  /** It is about to be needed: fetch it while the document is being read. */
  readonly isNear: boolean;
}

/** The signature dialog. Its fonts and its drawing come along after the document, not with the page. */
export function MarkSheet({ isOpen, isNear, ...form }: MarkSheetProps) {
  const t = useText('signing');
  const { Form, hasFailed, retry } = useMarkForm(isOpen || isNear);
  return (
    <Dialog isOpen={isOpen} onClose={form.onClose} title={t(`mark.${form.kind}Title`)}>
      {Form !== null && <Form {...form} />}
      {Form === null && !hasFailed && <Skeleton lines={4} />}
      {hasFailed && (
        <div role="alert" className="flex flex-col items-start gap-3">
          <p>{t('trouble_page.offline')}</p>
          <Button onClick={retry}>{t('trouble_page.retry')}</Button>
        </div>
      )}
    </Dialog>
  );
}

function useMarkForm(isWanted: boolean) {
  const [Form, setForm] = useState<ComponentType<MarkFormProps> | null>(null);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    if (!isWanted || Form !== null || hasFailed) return;
    import('./mark-form.tsx').then(
      (module) => setForm(() => module.MarkForm),
      () => setFailed(true),
    );
  }, [isWanted, Form, hasFailed]);
  return { Form, hasFailed, retry: () => setFailed(false) };
}
