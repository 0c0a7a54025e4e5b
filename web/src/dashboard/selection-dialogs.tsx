import { LIMITS } from '@paraph/domain';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { createTag, tagsQuery } from '../api/workflows-api.ts';
import { useText } from '../text/start-text.ts';
import { Checkbox } from '../ui/checkbox.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { FormActions } from '../ui/form-actions.tsx';
import { TextArea, TextField } from '../ui/text-field.tsx';
import { deadlineSeconds, momentLimits } from './deadline-state.ts';
import { MomentField } from './moment-field.tsx';
import type { Act } from './use-bulk-act.ts';
import { useDeadlineLimits } from './use-deadline-limits.ts';

export interface SeveralProps {
  readonly count: number;
  readonly error: Error | null;
  readonly busy: boolean;
  readonly onClose: () => void;
  readonly onAct: (act: Act) => void;
}

export function CancelSeveral({ count, error, busy, onClose, onAct }: SeveralProps) {
  const t = useText('bulk');
  const documents = useText('documents');
  const [reason, setReason] = useState('');
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      act={{ mutate: () => onAct({ act: 'cancel', reason: reason.trim() }), isPending: busy, error }}
      title={t('cancelTitle', { count })}
      description={t('cancelWhat')}
      confirmLabel={t('cancelAct')}
    >
      <TextArea
        label={documents('cancelReason')}
        hint={documents('cancelReasonHint')}
        value={reason}
        maxLength={LIMITS.commentCharactersMax}
        onChange={(event) => setReason(event.target.value)}
      />
    </ConfirmDialog>
  );
}

/** An act that needs nothing but a yes, for more documents than one sees. */
export function ConfirmSeveral({ act, count, error, busy, onClose, onAct }: SeveralProps & { act: Act }) {
  const t = useText('bulk');
  return (
    <Dialog isOpen onClose={onClose} title={t('confirmTitle', { count })} description={t(act.act)}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onAct(act);
        }}
      >
        <ErrorBanner error={error} />
        <FormActions onLeave={onClose} leave={t('leave')} act={t(act.act)} busy={busy} />
      </form>
    </Dialog>
  );
}

export function DeleteSeveral({ count, error, busy, onClose, onAct }: SeveralProps) {
  const t = useText('bulk');
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      act={{ mutate: () => onAct({ act: 'delete' }), isPending: busy, error }}
      title={t('deleteTitle', { count })}
      description={t('deleteWhat')}
      confirmLabel={t('deleteAct')}
    />
  );
}

export function ExtendSeveral({ error, busy, onClose, onAct }: SeveralProps) {
  const t = useText('bulk');
  const acts = useText('acts');
  const [now] = useState(() => Date.now() / 1000);
  const [moment, setMoment] = useState('');
  const end = deadlineSeconds({ moment }, now);
  const [isMissing, setMissing] = useState(false);
  return (
    <Dialog isOpen onClose={onClose} title={t('extend')} description={acts('deadlineWhat')}>
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          setMissing(end === null);
          if (end !== null) onAct({ act: 'extend', expiryDate: end });
        }}
      >
        <ErrorBanner error={error} />
        <MomentField
          label={acts('deadlineDay')}
          limits={momentLimits(now, useDeadlineLimits())}
          moment={moment}
          isEnd
          hasChoices
          error={isMissing ? acts('deadlineNeeded') : undefined}
          onChange={setMoment}
        />
        <FormActions onLeave={onClose} leave={acts('leave')} act={acts('deadlineAct')} busy={busy} />
      </form>
    </Dialog>
  );
}

/** Adds tags of the workspace, or a new one; tags that are there stay. */
export function TagSeveral({
  workspaceId,
  error,
  busy,
  onClose,
  onAct,
}: SeveralProps & { workspaceId: number }) {
  const t = useText('bulk');
  const client = useQueryClient();
  const tags = useQuery(tagsQuery(workspaceId));
  const [picked, setPicked] = useState<readonly number[]>([]);
  const [name, setName] = useState('');
  const saving = useMutation({
    mutationFn: async () => {
      if (name.trim() === '') return picked;
      const made = await createTag(workspaceId, name.trim());
      setPicked([...picked, made.id]);
      setName('');
      await client.invalidateQueries({ queryKey: ['tags', workspaceId] });
      return [...picked, made.id];
    },
    onSuccess: (ids) => {
      if (ids.length > 0) onAct({ act: 'tag', tags: [...ids] });
    },
  });
  const toggle = (id: number) =>
    setPicked(picked.includes(id) ? picked.filter((each) => each !== id) : [...picked, id]);
  return (
    <Dialog isOpen onClose={onClose} title={t('tag')} description={t('tagWhat')}>
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          saving.mutate();
        }}
      >
        <ErrorBanner error={error ?? saving.error ?? tags.error} />
        {(tags.data ?? []).length > 0 && (
          <fieldset className="flex max-h-64 flex-col overflow-y-auto">
            <legend className="sr-only">{t('tag')}</legend>
            {tags.data?.map((tag) => (
              <Checkbox
                key={tag.id}
                label={tag.name}
                checked={picked.includes(tag.id)}
                onChange={() => toggle(tag.id)}
              />
            ))}
          </fieldset>
        )}
        <TextField
          label={t('newTag')}
          value={name}
          maxLength={LIMITS.tagNameCharactersMax}
          onChange={({ target }) => setName(target.value)}
        />
        <FormActions onLeave={onClose} leave={t('leave')} act={t('tagAct')} busy={busy || saving.isPending} />
      </form>
    </Dialog>
  );
}
