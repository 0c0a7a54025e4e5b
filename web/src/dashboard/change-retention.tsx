import type { RetentionPolicy } from '@paraph/domain';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { previewWorkflowPolicy, type RetentionIds, saveWorkflowPolicy } from '../api/retention-api.ts';
import type { RetentionEffect, WorkflowRetention } from '../api/wire.ts';
import { PeriodFields } from '../organization/period-fields.tsx';
import { periodsOf, periodTexts, readPeriods } from '../organization/retention-state.ts';
import { currentLanguage, useText } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { ActionRow, FormActions } from '../ui/form-actions.tsx';
import { formatDay } from '../ui/format-time.ts';
import { useToast } from '../ui/toast.tsx';

type ChangeRetentionProps = {
  ids: RetentionIds;
  name: string;
  retention: WorkflowRetention;
  onClose: () => void;
};

/** Sets the periods of one document. What that does to it is named before it is saved. */
export function ChangeRetention(props: ChangeRetentionProps) {
  const { retention, name, onClose } = props;
  const t = useText('retention');
  const ui = useText('ui');
  const [texts, setTexts] = useState(periodTexts(retention.policy));
  const saving = useSaving(props);
  const wanted = readPeriods(texts);
  const { asked } = saving;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (wanted) saving.check.mutate(wanted);
  };
  const isErasing = asked !== null && asked.effect.workflows > 0;
  return (
    <>
      <Dialog
        isOpen={!isErasing}
        // It also closes where the other dialog takes its place.
        onClose={() => !isErasing && onClose()}
        title={t('changePeriod')}
        description={t('changePeriodLead')}
      >
        {asked === null ? (
          <form noValidate onSubmit={submit} className="flex flex-col gap-4">
            <PeriodFields names={periodsOf(retention.rule)} texts={texts} onChange={setTexts} />
            <p className="text-14 text-muted">{t('emptyIsWider')}</p>
            <ErrorBanner error={saving.check.error} />
            <FormActions
              onLeave={onClose}
              act={t('showEffect')}
              busy={saving.check.isPending}
              disabled={!wanted}
            />
          </form>
        ) : (
          <div className="flex flex-col gap-4">
            <p role="status">
              <EffectText effect={asked.effect} rule={retention.rule} />
            </p>
            <ErrorBanner error={saving.save.error} />
            <ActionRow>
              <Button onClick={saving.cancel}>{ui('leave')}</Button>
              <Button variant="primary" autoFocus busy={saving.save.isPending} onClick={saving.confirm}>
                {t('savePeriod')}
              </Button>
            </ActionRow>
          </div>
        )}
      </Dialog>
      <ConfirmDialog
        isOpen={isErasing}
        onClose={saving.cancel}
        act={{ ...saving.save, mutate: saving.confirm }}
        title={t('eraseOneTitle')}
        description={<p className="text-ink">{t('eraseOne', { name })}</p>}
        confirmLabel={t('effectAct')}
        name={name}
      />
    </>
  );
}

function EffectText({ effect, rule }: { effect: RetentionEffect; rule: WorkflowRetention['rule'] }) {
  const t = useText('retention');
  const { held, dueDate } = effect;
  if (held > 0) return t('effectOneHeld');
  if (dueDate !== null) return t('effectOne', { day: formatDay(dueDate, currentLanguage()) });
  return t(rule === null ? 'effectOneUnderWay' : 'effectOneKept');
}

function useSaving({ ids, onClose }: ChangeRetentionProps) {
  const t = useText('retention');
  const showToast = useToast();
  const client = useQueryClient();
  const [asked, setAsked] = useState<{ policy: RetentionPolicy; effect: RetentionEffect } | null>(null);
  const save = useMutation({
    mutationFn: (policy: RetentionPolicy) => saveWorkflowPolicy(ids, policy),
    onSuccess: async () => {
      onClose();
      showToast({ text: t('savedPeriod') });
      const keys = [['workflow-retention'], ['retention-changes'], ['workflow']];
      await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
    },
  });
  const check = useMutation({
    mutationFn: (policy: RetentionPolicy) => previewWorkflowPolicy(ids, policy),
    onSuccess: (effect, policy) => setAsked({ policy, effect }),
  });
  return {
    check,
    save,
    asked,
    confirm: () => asked && save.mutate(asked.policy),
    cancel: () => setAsked(null),
  };
}
