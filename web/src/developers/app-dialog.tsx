import { LIMITS } from '@paraph/domain';
import { useForm } from 'react-hook-form';
import { createApp, integrationAppsQuery, updateApp } from '../api/apps-api.ts';
import type { IntegrationApp, IntegrationAppWithSecret } from '../api/wire.ts';
import { useText } from '../text/start-text.ts';
import { Dialog } from '../ui/dialog.tsx';
import { FormActions } from '../ui/form-actions.tsx';
import { SavingForm } from '../ui/saving-form.tsx';
import { TextArea, TextField } from '../ui/text-field.tsx';
import { useAct } from '../ui/use-act.ts';
import { type AppValues, findInvalidRedirectUri, inScopeOrder, readRedirectUris } from './app-state.ts';
import { ScopeFields } from './scope-fields.tsx';

type AppDialogProps = {
  isOpen: boolean;
  onClose: () => void;
  /** The app to change; without it, a new one is registered. */
  app?: IntegrationApp;
  onRegistered?: (app: IntegrationAppWithSecret) => void;
};

export function AppDialog({ isOpen, onClose, app, onRegistered }: AppDialogProps) {
  const t = useText('developers');
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={app ? t('editTitle', { name: app.name }) : t('register')}
    >
      <AppForm onClose={onClose} {...(app ? { app } : {})} {...(onRegistered ? { onRegistered } : {})} />
    </Dialog>
  );
}

const FIELDS = ['name', 'redirectUris', 'scopes', 'embedOrigins'] as const;

function AppForm({ onClose, app, onRegistered }: Omit<AppDialogProps, 'isOpen'>) {
  const t = useText('developers');
  const form = useForm<AppValues>({ defaultValues: valuesOf(app) });
  const saving = useAct({
    does: async (values: AppValues) => {
      const body = {
        name: values.name.trim(),
        redirectUris: readRedirectUris(values.redirectUris),
        scopes: inScopeOrder(values.scopes),
        embedOrigins: readRedirectUris(values.embedOrigins),
      };
      if (app) await updateApp(app.id, body);
      else onRegistered?.(await createApp(body));
    },
    done: onClose,
    says: () => (app ? t('changed') : null),
    stale: [integrationAppsQuery],
    form,
    fields: FIELDS,
  });
  const { errors } = form.formState;
  return (
    <SavingForm form={form} saving={saving} fields={FIELDS}>
      <TextField
        label={t('name')}
        hint={t('nameHint')}
        error={errors.name?.message}
        {...form.register('name', {
          required: t('nameNeeded'),
          minLength: { value: LIMITS.nameCharactersMin, message: t('nameNeeded') },
        })}
      />
      <TextArea
        label={t('redirectUris')}
        hint={t('redirectUrisHint')}
        spellCheck={false}
        error={errors.redirectUris?.message}
        {...form.register('redirectUris', {
          validate: (text) => {
            const uris = readRedirectUris(text);
            const invalid = findInvalidRedirectUri(uris);
            if (uris.length === 0) return t('redirectUrisNeeded');
            return invalid === null || t('redirectUriInvalid', { uri: invalid });
          },
        })}
      />
      <ScopeFields
        label={t('scopes')}
        hint={t('scopesHint')}
        error={errors.scopes?.message}
        field={form.register('scopes')}
      />
      <TextArea
        label={t('embedOrigins')}
        hint={t('embedOriginsHint')}
        spellCheck={false}
        error={errors.embedOrigins?.message}
        {...form.register('embedOrigins')}
      />
      <FormActions onLeave={onClose} act={app ? t('save') : t('registerAct')} busy={saving.isPending} />
    </SavingForm>
  );
}

function valuesOf(app: IntegrationApp | undefined): AppValues {
  if (!app) return { name: '', redirectUris: '', scopes: [], embedOrigins: '' };
  const [redirectUris, embedOrigins] = [app.redirectUris.join('\n'), app.embedOrigins.join('\n')];
  return { name: app.name, redirectUris, scopes: app.scopes, embedOrigins };
}
