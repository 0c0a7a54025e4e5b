import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { connectionsQuery, createConnection, updateConnection } from '../api/connections-api.ts';
import { violationsIn } from '../api/violations.ts';
import type { Connection } from '../api/wire.ts';
import { useText } from '../text/start-text.ts';
import { Checkbox } from '../ui/checkbox.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { FormActions } from '../ui/form-actions.tsx';
import { SavingForm } from '../ui/saving-form.tsx';
import { showViolations } from '../ui/show-violations.ts';
import { SelectField, TextField } from '../ui/text-field.tsx';
import { useToast } from '../ui/toast.tsx';
import { type ConnectionValues, changedForm, formOf, NEW_FORM, valuesOf } from './connection-state.ts';
import { GroupRoles } from './group-roles.tsx';
import { SamlFields } from './saml-fields.tsx';

type ConnectionDialogProps = {
  organizationId: number;
  isOpen: boolean;
  onClose: () => void;
  /** The one to change; without it, one is added. */
  connection?: Connection;
};

export function ConnectionDialog({ isOpen, ...rest }: ConnectionDialogProps) {
  const t = useText('connections');
  return (
    <Dialog isOpen={isOpen} onClose={rest.onClose} title={t(rest.connection ? 'editTitle' : 'add')}>
      <ConnectionFields {...rest} />
    </Dialog>
  );
}

const FIELDS = ['name', 'issuer', 'clientId', 'clientSecret', 'isForMembers', 'isForSigners'] as const;
const SAML_FIELDS = ['metadataUrl', 'metadata', 'entityId', 'ssoUrl', 'sloUrl', 'certificates'] as const;
const SHOWN = [...FIELDS, ...SAML_FIELDS.map((name) => `saml[${name}]`)];

function ConnectionFields({ organizationId, connection, onClose }: Omit<ConnectionDialogProps, 'isOpen'>) {
  const t = useText('connections');
  const showToast = useToast();
  const client = useQueryClient();
  const before = connection ? formOf(connection) : NEW_FORM;
  const form = useForm<ConnectionValues>({ defaultValues: valuesOf(before) });
  const { errors } = form.formState;
  const saving = useMutation({
    mutationFn: (values: ConnectionValues) => {
      const changed = changedForm(before, values);
      return connection
        ? updateConnection({ organizationId, connectionId: connection.id }, changed)
        : createConnection(organizationId, changed);
    },
    onSuccess: async ({ name }) => {
      showToast({ text: t('saved', { name }) });
      onClose();
      await client.invalidateQueries({ queryKey: connectionsQuery(organizationId).queryKey });
    },
    onError: (error) => showAll(form, error),
  });
  const [kind, isForMembers] = form.watch(['kind', 'isForMembers']);
  const isSaml = kind === 'saml';
  const needed = (field: NeededField, isNeeded = true) => ({
    autoComplete: 'off',
    spellCheck: false,
    error: errors[field]?.message,
    ...form.register(field, { validate: (text) => !isNeeded || text.trim() !== '' || t('needed') }),
  });
  return (
    <SavingForm form={form} saving={saving} fields={SHOWN}>
      <TextField label={t('name')} hint={t('nameHint')} {...needed('name')} />
      {!connection && (
        <SelectField label={t('kind')} {...form.register('kind')}>
          <option value="oidc">{t('kindOidc')}</option>
          <option value="saml">{t('kindSaml')}</option>
        </SelectField>
      )}
      {isSaml ? <SamlFields form={form} /> : <OpenidFields {...{ needed, isNew: !connection }} />}
      {!isSaml && <Uses form={form} />}
      {(isSaml || isForMembers) && (
        <>
          <TextField
            label={t('domains')}
            hint={t('domainsHint')}
            spellCheck={false}
            {...form.register('domains')}
          />
          <GroupRoles form={form} organizationId={organizationId} />
          <Checkbox label={t('endsSession')} {...form.register('endsSession')} />
        </>
      )}
      <FormActions onLeave={onClose} act={t('save')} busy={saving.isPending} />
    </SavingForm>
  );
}

/** A provider of OpenID Connect has two uses, of which one is enough. */
function Uses({ form }: { form: UseFormReturn<ConnectionValues> }) {
  const t = useText('connections');
  const { errors } = form.formState;
  const box = (name: 'isForMembers' | 'isForSigners', hint?: string) => (
    <Checkbox label={t(name)} hint={hint} error={errors[name]?.message} {...form.register(name)} />
  );
  return (
    <fieldset>
      <legend className="font-medium">{t('uses')}</legend>
      {box('isForMembers')}
      {box('isForSigners', t('isForSignersHint'))}
    </fieldset>
  );
}

/** The fields of SAML are named in brackets by the server. */
function showAll(form: UseFormReturn<ConnectionValues>, error: unknown): void {
  for (const name of SAML_FIELDS.toReversed()) {
    const message = violationsIn(error)[`saml[${name}]`];
    if (message) form.setError(`saml.${name}`, { message }, { shouldFocus: true });
  }
  showViolations({ form, error, fields: FIELDS });
}

type NeededField = 'name' | 'issuer' | 'clientId' | 'clientSecret';
type OpenidFieldsProps = {
  needed: (field: NeededField, isNeeded?: boolean) => Omit<ComponentProps<typeof TextField>, 'label'>;
  isNew: boolean;
};

function OpenidFields({ needed, isNew }: OpenidFieldsProps) {
  const t = useText('connections');
  return (
    <>
      <TextField label={t('issuer')} hint={t('issuerHint')} inputMode="url" {...needed('issuer')} />
      <TextField label={t('clientId')} {...needed('clientId')} />
      <TextField
        type="password"
        label={t('clientSecret')}
        hint={isNew ? undefined : t('clientSecretKept')}
        {...needed('clientSecret', isNew)}
      />
    </>
  );
}
