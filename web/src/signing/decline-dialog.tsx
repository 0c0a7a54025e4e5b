import { LIMITS } from '@paraph/domain';
import { useState } from 'react';
import { useText } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextArea } from '../ui/text-field.tsx';
import { SubmitError } from './submit-error.tsx';
import { useSubmit } from './use-submit.ts';

interface DeclineDialogProps {
  readonly isOpen: boolean;
  readonly senderName: string;
  /** Whether others may still act in the place of the person. */
  readonly isLeftToOthers: boolean;
  readonly onClose: () => void;
  readonly onDecline: (reason: string) => Promise<void>;
}

/** Declining ends the workflow, unless others of a group are enough: the dialog asks for a reason and confirmation. */
export function DeclineDialog({
  isOpen,
  senderName,
  isLeftToOthers,
  onClose,
  onDecline,
}: DeclineDialogProps) {
  const t = useText('signing');
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('decline.title')}
      description={t(isLeftToOthers ? 'decline.leadLeft' : 'decline.lead', { sender: senderName })}
    >
      <DeclineForm onClose={onClose} onDecline={onDecline} />
    </Dialog>
  );
}

function DeclineForm({ onClose, onDecline }: Pick<DeclineDialogProps, 'onClose' | 'onDecline'>) {
  const t = useText('signing');
  const act = useSubmit();
  const [reason, setReason] = useState('');
  const [hasTried, setTried] = useState(false);
  const isMissing = reason.trim() === '';
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (isMissing) event.currentTarget.querySelector('textarea')?.focus();
        else void act.run(() => onDecline(reason.trim()));
      }}
    >
      <SubmitError error={act.error} />
      <TextArea
        label={t('decline.reason')}
        hint={t('decline.reasonHint')}
        error={hasTried && isMissing ? t('decline.reasonNeeded') : undefined}
        value={reason}
        maxLength={LIMITS.commentCharactersMax}
        required
        onChange={(event) => setReason(event.target.value)}
      />
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={onClose}>{t('decline.keep')}</Button>
        <Button type="submit" variant="danger" busy={act.isBusy}>
          {t('bar.decline')}
        </Button>
      </div>
    </form>
  );
}
