import { type UseFormReturn, useForm } from 'react-hook-form';
import {
  createProvider,
  type NewProvider,
  type ProviderChange,
  providersQuery,
  updateProvider,
} from '../api/providers-api.ts';
import type { TrustProvider } from '../api/wire.ts';
import { useText } from '../text/start-text.ts';
import { Checkbox } from '../ui/checkbox.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { FormActions } from '../ui/form-actions.tsx';
import { SavingForm } from '../ui/saving-form.tsx';
import { TextArea, TextField } from '../ui/text-field.tsx';
import { useAct } from '../ui/use-act.ts';

type ProviderDialogProps = {
  organizationId: number;
  isOpen: boolean;
  onClose: () => void;
  /** The provider to change; without it, one is added. */
  provider?: TrustProvider;
};

export function ProviderDialog({ isOpen, ...rest }: ProviderDialogProps) {
  const t = useText('providers');
  return (
    <Dialog isOpen={isOpen} onClose={rest.onClose} title={t(rest.provider ? 'editTitle' : 'make')}>
      <ProviderForm {...rest} />
    </Dialog>
  );
}

const FIELDS = ['name', 'baseUrl', 'oauthUrl', 'clientId', 'clientSecret', 'account', 'anchors'] as const;
type TextName = (typeof FIELDS)[number];
type Values = Record<TextName, string> & { usesHeader: boolean };

function ProviderForm({ organizationId, provider, onClose }: Omit<ProviderDialogProps, 'isOpen'>) {
  const t = useText('providers');
  const form = useForm<Values>({ defaultValues: valuesOf(provider) });
  const saving = useAct({
    does: (values: Values) => {
      const change = changeOf(values, provider);
      return provider
        ? updateProvider({ organizationId, providerId: provider.id }, change)
        : createProvider(organizationId, change as NewProvider);
    },
    done: onClose,
    says: ({ name }) => (provider ? t('changed') : t('added', { name })),
    stale: [providersQuery(organizationId)],
    form,
    fields: FIELDS,
  });
  return (
    <SavingForm form={form} saving={saving} fields={FIELDS}>
      <ProviderFields form={form} isNew={!provider} />
      <FormActions onLeave={onClose} act={t(provider ? 'save' : 'makeAct')} busy={saving.isPending} />
    </SavingForm>
  );
}

function ProviderFields({ form, isNew }: { form: UseFormReturn<Values>; isNew: boolean }) {
  const t = useText('providers');
  const { errors } = form.formState;
  const needed = (field: TextName, isNeeded = true) => ({
    error: errors[field]?.message,
    ...form.register(field, { validate: (text) => !isNeeded || text.trim() !== '' || t('needed') }),
  });
  const address = { inputMode: 'url', spellCheck: false, autoCapitalize: 'none' } as const;
  return (
    <>
      <TextField label={t('name')} hint={t('nameHint')} {...needed('name')} />
      <TextField label={t('baseUrl')} hint={t('baseUrlHint')} {...address} {...needed('baseUrl')} />
      <TextField label={t('oauthUrl')} hint={t('oauthUrlHint')} {...address} {...needed('oauthUrl', false)} />
      <TextField label={t('clientId')} autoComplete="off" {...needed('clientId')} />
      <TextField
        type="password"
        autoComplete="off"
        label={t('clientSecret')}
        hint={isNew ? undefined : t('clientSecretKept')}
        {...needed('clientSecret', isNew)}
      />
      <Checkbox label={t('usesHeader')} hint={t('usesHeaderHint')} {...form.register('usesHeader')} />
      <TextField
        autoComplete="off"
        label={t('account')}
        hint={t('accountHint')}
        {...needed('account', false)}
      />
      <TextArea
        label={t('anchors')}
        hint={isNew ? t('anchorsHint') : t('anchorsKept')}
        spellCheck={false}
        {...needed('anchors', isNew)}
      />
    </>
  );
}

function valuesOf(provider: TrustProvider | undefined): Values {
  const { name = '', baseUrl = '', oauthUrl, clientId = '', account = '' } = provider ?? {};
  const texts = { name, baseUrl, oauthUrl: oauthUrl ?? '', clientId, account };
  return { ...texts, clientSecret: '', anchors: '', usesHeader: usesHeaderOf(provider) };
}

function usesHeaderOf(provider: TrustProvider | undefined): boolean {
  return provider?.clientAuthentication === 'header';
}

function changeOf(
  { clientSecret, anchors, oauthUrl, account, usesHeader, ...rest }: Values,
  provider: TrustProvider | undefined,
): ProviderChange {
  const isMoved = usesHeader !== usesHeaderOf(provider);
  return {
    ...rest,
    oauthUrl: oauthUrl.trim() === '' ? null : oauthUrl,
    account: account.trim() === '' ? null : account,
    ...(isMoved ? { clientAuthentication: usesHeader ? 'header' : null } : {}),
    ...(clientSecret === '' ? {} : { clientSecret }),
    ...(anchors.trim() === '' ? {} : { anchors }),
  };
}
