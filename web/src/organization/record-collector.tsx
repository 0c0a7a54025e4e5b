import { useQuery, useQueryClient } from '@tanstack/react-query';
import { KeyRound, RefreshCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import {
  type CollectorForm,
  collectorQuery,
  deleteCollector,
  retryCollector,
  saveCollector,
} from '../api/collector-api.ts';
import type { Collector, SavedCollector } from '../api/wire.ts';
import { useText } from '../text/start-text.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { ConfirmButton } from '../ui/confirm-button.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { SavingForm } from '../ui/saving-form.tsx';
import { SelectField, TextField } from '../ui/text-field.tsx';
import { TimeText } from '../ui/time-text.tsx';
import { Unloaded } from '../ui/unloaded.tsx';
import { useAct } from '../ui/use-act.ts';
import { WebhookSecret } from '../ui/webhook-secret.tsx';

const FIELDS = ['url', 'format', 'authorization'] as const;
type Stored = NonNullable<Collector['collector']>;
type OfOrganization = { organizationId: number };

/** Where the record is sent as it grows; read once it is opened. */
export function RecordCollector({ organizationId }: OfOrganization) {
  const t = useText('organization');
  const [isOpen, setOpen] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const client = useQueryClient();
  const query = useQuery({ ...collectorQuery(organizationId), enabled: isOpen });
  const collector = query.data?.collector;
  const onSaved = ({ secret: made, ...saved }: SavedCollector) => {
    client.setQueryData(collectorQuery(organizationId).queryKey, saved);
    setSecret(made);
  };
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="link cursor-pointer py-1">{t('collector.title')}</summary>
      <div className="flex max-w-text flex-col gap-4 py-3">
        <p className="text-14">{t('collector.lead')}</p>
        {isOpen && collector === undefined && <Unloaded query={query} lines={4} />}
        {collector && <Progress organizationId={organizationId} collector={collector} />}
        {collector !== undefined && (
          <Settings
            key={collector?.changeDate}
            organizationId={organizationId}
            collector={collector}
            onSaved={onSaved}
          />
        )}
        {collector && <Removal organizationId={organizationId} />}
        {secret !== null && <WebhookSecret secret={secret} onClose={() => setSecret(null)} />}
      </div>
    </details>
  );
}

function Progress({ organizationId, collector }: OfOrganization & { collector: Stored }) {
  const t = useText('organization');
  const say = useText('destination');
  const ui = useText('ui');
  const retry = useAct({
    does: () => retryCollector(organizationId),
    answers: collectorQuery(organizationId),
  });
  const { behind, position, deliveryDate, cause, nextAttemptDate } = collector;
  return (
    <>
      <p role="status" className="text-14">
        {behind === 0
          ? t('collector.arrived', { number: position })
          : t('collector.waiting', { count: behind })}
        {deliveryDate !== null && (
          <>
            {' '}
            {t('collector.last')} <TimeText seconds={deliveryDate} />
          </>
        )}
      </p>
      {cause !== null && (
        <Banner tone="waiting" title={t('collector.failing')}>
          <bdi className="break-words">{cause}</bdi>
          {nextAttemptDate !== null && (
            <>
              {' '}
              {say('next')} <TimeText seconds={nextAttemptDate} isDeadline />
            </>
          )}
        </Banner>
      )}
      <ErrorBanner error={retry.error} isFormless />
      {behind > 0 && (
        <div>
          <Button icon={RefreshCw} busy={retry.isPending} onClick={() => retry.mutate()}>
            {ui('tryAgain')}
          </Button>
        </div>
      )}
    </>
  );
}

type SettingsProps = OfOrganization & {
  collector: Stored | null;
  onSaved: (saved: SavedCollector) => void;
};

function Settings({ organizationId, collector, onSaved }: SettingsProps) {
  const t = useText('organization');
  const say = useText('destination');
  const about = useText('webhooks');
  const { url = '', format = 'json' } = collector ?? {};
  const form = useForm<Required<CollectorForm>>({
    defaultValues: { url, format, authorization: '', renewSecret: false },
  });
  const saving = useAct({
    does: ({ authorization, ...values }: Required<CollectorForm>) =>
      saveCollector(organizationId, { ...values, ...(authorization === '' ? {} : { authorization }) }),
    done: onSaved,
    says: () => t('collector.saved'),
    form,
    fields: FIELDS,
  });
  const { errors } = form.formState;
  const plain = { spellCheck: false, autoCapitalize: 'none', autoComplete: 'off' } as const;
  const validate = (text: string) => text.trim() !== '' || say('needed');
  return (
    <SavingForm form={form} saving={saving} fields={FIELDS} method="post">
      <TextField
        {...plain}
        label={say('url')}
        inputMode="url"
        error={errors.url?.message}
        {...form.register('url', { validate })}
      />
      <SelectField label={t('collector.format')} {...form.register('format')}>
        <option value="json">{t('collector.json')}</option>
        <option value="otlp">{t('collector.otlp')}</option>
      </SelectField>
      <TextField
        {...plain}
        type="password"
        label={t('collector.authorization')}
        hint={collector?.authorization ? say('secretKept') : t('collector.authorizationHint')}
        error={errors.authorization?.message}
        {...form.register('authorization')}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={saving.isPending}>
          {say('save')}
        </Button>
        {collector && (
          <Button
            icon={KeyRound}
            onClick={form.handleSubmit((values) => saving.mutate({ ...values, renewSecret: true }))}
          >
            {about('rotate')}
          </Button>
        )}
      </div>
    </SavingForm>
  );
}

function Removal({ organizationId }: OfOrganization) {
  const t = useText('organization');
  const say = useText('destination');
  const removal = useAct({
    does: () => deleteCollector(organizationId),
    says: () => t('collector.deleted'),
    stale: [collectorQuery(organizationId)],
  });
  return (
    <div>
      <ConfirmButton
        icon={Trash2}
        act={removal}
        title={t('collector.deleteTitle')}
        description={t('collector.deleteWhat')}
        confirmLabel={say('delete')}
      />
    </div>
  );
}
