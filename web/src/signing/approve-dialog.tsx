import { LIMITS } from '@paraph/domain';
import { useState } from 'react';
import { useText } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextArea } from '../ui/text-field.tsx';
import { SubmitError } from './submit-error.tsx';
import { useSubmit } from './use-submit.ts';

interface ApproveDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** `button` is the text on the button: it is part of the evidence. */
  readonly onApprove: (answer: { comment: string | null; button: string }) => Promise<void>;
}

export function ApproveDialog({ isOpen, onClose, onApprove }: ApproveDialogProps) {
  const t = useText('signing');
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('approve.title')} description={t('approve.lead')}>
      <ApproveForm onClose={onClose} onApprove={onApprove} />
    </Dialog>
  );
}

function ApproveForm({ onClose, onApprove }: Pick<ApproveDialogProps, 'onClose' | 'onApprove'>) {
  const t = useText('signing');
  const act = useSubmit();
  const [comment, setComment] = useState('');
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void act.run(() => onApprove({ comment: comment.trim() || null, button: t('bar.approve') }));
      }}
    >
      <SubmitError error={act.error} />
      <TextArea
        label={t('approve.comment')}
        hint={t('approve.commentHint')}
        value={comment}
        maxLength={LIMITS.commentCharactersMax}
        onChange={(event) => setComment(event.target.value)}
      />
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={onClose}>{t('bar.back')}</Button>
        <Button type="submit" variant="primary" busy={act.isBusy}>
          {t('bar.approve')}
        </Button>
      </div>
    </form>
  );
}
