import { type UseFormReturn, useForm } from 'react-hook-form';
import { createWebhook, updateWebhook, webhooksKey } from '../api/webhooks-api.ts';
import type { Webhook, WebhookWithSecret } from '../api/wire.ts';
import { useText } from '../text/start-text.ts';
import { Checkbox } from '../ui/checkbox.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { FormActions } from '../ui/form-actions.tsx';
import { SavingForm } from '../ui/saving-form.tsx';
import { TextField } from '../ui/text-field.tsx';
import { useAct } from '../ui/use-act.ts';
import { changeOf, checkUrl, eventTextKey, WEBHOOK_EVENTS, type WebhookValues } from './webhook-state.ts';

type WebhookDialogProps = {
  organizationId: number;
  isOpen: boolean;
  onClose: () => void;
  /** The webhook to change; without it, a new one is created. */
  webhook?: Webhook;
  onMade?: (made: WebhookWithSecret) => void;
};

export function WebhookDialog({ isOpen, ...rest }: WebhookDialogProps) {
  const t = useText('webhooks');
  return (
    <Dialog isOpen={isOpen} onClose={rest.onClose} title={t(rest.webhook ? 'editTitle' : 'make')}>
      <WebhookForm {...rest} />
    </Dialog>
  );
}

const FIELDS = ['url', 'events', 'sslVerification'] as const;

function WebhookForm({ organizationId, webhook, onMade, onClose }: Omit<WebhookDialogProps, 'isOpen'>) {
  const t = useText('webhooks');
  const form = useForm<WebhookValues>({ defaultValues: valuesOf(webhook) });
  const { errors } = form.formState;
  const saving = useAct({
    does: async (values: WebhookValues) => {
      const change = changeOf(values);
      if (webhook) await updateWebhook({ organizationId, webhookId: webhook.id }, change);
      else onMade?.(await createWebhook(organizationId, change));
    },
    done: onClose,
    says: () => (webhook ? t('changed') : null),
    stale: [{ queryKey: webhooksKey(organizationId) }],
    form,
    fields: FIELDS,
  });
  return (
    <SavingForm form={form} saving={saving} fields={FIELDS}>
      <TextField
        label={t('url')}
        hint={t('urlHint')}
        inputMode="url"
        spellCheck={false}
        autoCapitalize="none"
        error={errors.url?.message}
        {...form.register('url', {
          validate: (url) => {
            const error = checkUrl(url);
            return error === null || t(error === 'missing' ? 'urlNeeded' : 'urlInvalid');
          },
        })}
      />
      <EventFields form={form} />
      <Checkbox
        label={t('certificate')}
        hint={t('certificateHint')}
        error={errors.sslVerification?.message}
        {...form.register('sslVerification')}
      />
      <FormActions onLeave={onClose} act={webhook ? t('save') : t('makeAct')} busy={saving.isPending} />
    </SavingForm>
  );
}

function EventFields({ form }: { form: UseFormReturn<WebhookValues> }) {
  const t = useText('webhooks');
  const wants = form.watch('wants');
  const error = form.formState.errors.events?.message;
  return (
    <fieldset>
      <legend className="text-14 font-medium">{t('events')}</legend>
      {(['all', 'some'] as const).map((value) => (
        <label key={value} className="flex min-h-11 items-center gap-3">
          <input
            type="radio"
            value={value}
            className="size-5 shrink-0 accent-accent"
            {...form.register('wants')}
          />
          {t(value === 'all' ? 'eventsAll' : 'eventsSome')}
        </label>
      ))}
      {wants === 'some' && (
        <div className="ps-8">
          {WEBHOOK_EVENTS.map((event) => (
            <Checkbox
              key={event}
              value={event}
              label={t(eventTextKey(event))}
              hint={<code className="font-mono">{event}</code>}
              {...form.register('events', {
                validate: (events, values) =>
                  values.wants === 'all' || events.length > 0 || t('eventsNeeded'),
              })}
            />
          ))}
        </div>
      )}
      {error && (
        <p role="alert" className="text-14 text-stopped">
          {error}
        </p>
      )}
    </fieldset>
  );
}

function valuesOf(webhook: Webhook | undefined): WebhookValues {
  if (!webhook) return { url: '', wants: 'all', events: [], sslVerification: true };
  const { url, events, sslVerification } = webhook;
  return { url, wants: events.length === 0 ? 'all' : 'some', events, sslVerification };
}
