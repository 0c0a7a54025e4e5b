import type { RetentionPolicy } from '@paraph/domain';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { type PolicyScope, previewPolicy, retentionQuery, savePolicy } from '../api/retention-api.ts';
import type { Organization, RetentionEffect } from '../api/wire.ts';
import { currentLanguage, useText } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { formatDay } from '../ui/format-time.ts';
import { useToast } from '../ui/toast.tsx';
import { Unloaded } from '../ui/unloaded.tsx';
import { PeriodFields } from './period-fields.tsx';
import { PERIODS, periodTexts, readPeriods } from './retention-state.ts';

/** The periods of the organization and of each workspace. */
export function RetentionPeriods({ organization }: { organization: Organization }) {
  const t = useText('retention');
  const query = useQuery(retentionQuery(organization.id));
  if (!query.data) return <Unloaded query={query} lines={6} />;
  const { organization: organizationPolicy, workspaces, templates, technicalRowsDays } = query.data;
  const forms = [
    { place: {}, name: t('all'), policy: organizationPolicy },
    ...workspaces.map(({ workspaceId, name, policy }) => ({ place: { workspaceId }, name, policy })),
    ...templates.map(({ templateId, name, policy }) => ({
      ...{ place: { templateId }, policy },
      name: t('keepsTemplate', { name: name ?? templateId }),
    })),
  ];
  return (
    <section className="flex flex-col gap-4">
      <div>
        <h2 className="text-20 font-semibold">{t('periods')}</h2>
        <p className="text-muted">{t('periodsLead')}</p>
      </div>
      {forms.map(({ place, name, policy }) => (
        <PeriodForm
          key={JSON.stringify(place)}
          organization={organization}
          place={place}
          name={name}
          policy={policy}
        />
      ))}
      <p className="text-14 text-muted">{t('technical', { count: technicalRowsDays })}</p>
    </section>
  );
}

const ROWS =
  'grid gap-3 sm:grid-cols-3 sm:gap-y-1 sm:*:row-span-3 sm:*:grid sm:*:grid-rows-subgrid sm:[&_label]:self-end';

type FormProps = {
  organization: Organization;
  place: Omit<PolicyScope, 'organizationId'>;
  name: string;
  policy: RetentionPolicy;
};

/** The periods of an organization, of a workspace, or of a template. */
export function PeriodForm({ organization, place, name, policy }: FormProps) {
  const t = useText('retention');
  const titleId = useId();
  const [texts, setTexts] = useState(periodTexts(policy));
  const saving = useSaving({ organizationId: organization.id, ...place });
  const isWidest = Object.keys(place).length === 0;
  const inherits = place.templateId === undefined ? 'emptyIsInherited' : 'emptyIsWider';
  const wanted = readPeriods(texts);
  const isChanged = JSON.stringify(texts) !== JSON.stringify(periodTexts(policy));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (wanted) saving.check.mutate(wanted);
  };
  return (
    <>
      <form
        noValidate
        onSubmit={submit}
        aria-labelledby={titleId}
        className="flex flex-col gap-3 border-t border-line pt-4"
      >
        <h3 id={titleId} className="font-medium">
          {name}
        </h3>
        {/* Labels, inputs and errors in rows of their own: an error moves no input. */}
        <div className={ROWS}>
          <PeriodFields names={PERIODS} texts={texts} onChange={setTexts} />
        </div>
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-14 text-muted">{t(isWidest ? 'emptyIsEver' : inherits)}</p>
          <Button type="submit" disabled={!isChanged || !wanted} busy={saving.isBusy}>
            {t('save')}
          </Button>
        </div>
        <ErrorBanner error={saving.check.error} />
      </form>
      {/* Beside the form: it has one of its own. */}
      <ConfirmDialog
        isOpen={saving.effect !== null}
        onClose={saving.cancel}
        act={{ ...saving.save, mutate: saving.confirm, isPending: saving.isBusy }}
        title={t('effectTitle')}
        description={saving.effect && <EffectText effect={saving.effect} />}
        confirmLabel={t('effectAct')}
        name={isWidest ? organization.name : name}
      />
    </>
  );
}

/** Asks for the effect first; saves at once what erases nothing. */
function useSaving(scope: PolicyScope) {
  const t = useText('retention');
  const showToast = useToast();
  const client = useQueryClient();
  const [asked, setAsked] = useState<{ policy: RetentionPolicy; effect: RetentionEffect } | null>(null);
  const save = useMutation({
    mutationFn: (policy: RetentionPolicy) => savePolicy(scope, policy),
    onSuccess: (saved) => {
      client.setQueryData(retentionQuery(scope.organizationId).queryKey, saved);
      void client.invalidateQueries({ queryKey: ['retention-changes', scope.organizationId] });
      setAsked(null);
      showToast({ text: t('saved') });
    },
  });
  const check = useMutation({
    mutationFn: (policy: RetentionPolicy) => previewPolicy(scope, policy),
    onSuccess: (effect, policy) => {
      if (effect.workflows === 0 && effect.isComplete) save.mutate(policy);
      else setAsked({ policy, effect });
    },
  });
  return {
    check,
    save,
    isBusy: check.isPending || save.isPending,
    effect: asked?.effect ?? null,
    confirm: () => asked && save.mutate(asked.policy),
    cancel: () => setAsked(null),
  };
}

function EffectText({ effect }: { effect: RetentionEffect }) {
  const t = useText('retention');
  const { workflows: count, held, oldestDate, isComplete } = effect;
  const oldest = oldestDate === null ? '' : formatDay(oldestDate, currentLanguage());
  return (
    <>
      <p className="text-ink">{t('effect', { count, oldest })}</p>
      {!isComplete && <p>{t('effectMore')}</p>}
      {held > 0 && <p>{t('effectHeld', { count: held })}</p>}
    </>
  );
}
