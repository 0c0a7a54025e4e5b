import { SIGNING_LANGUAGES } from '@paraph/domain';
import { useForm } from 'react-hook-form';
import { saveContact } from '../api/contacts-api.ts';
import type { Contact, NewContact } from '../api/wire.ts';
import { LANGUAGE_NAMES, useText } from '../text/start-text.ts';
import { Dialog } from '../ui/dialog.tsx';
import { FormActions } from '../ui/form-actions.tsx';
import { SavingForm } from '../ui/saving-form.tsx';
import { SelectField, TextField } from '../ui/text-field.tsx';
import { useAct } from '../ui/use-act.ts';

const FIELDS = ['name', 'email', 'phone', 'language'] as const;
type ContactValues = Record<(typeof FIELDS)[number], string>;

export type ContactDialogProps = {
  workspaceId: number;
  /** Null for a new one. */
  contact: Contact | null;
  onClose: () => void;
  onDone: () => void;
};

export function ContactDialog(props: ContactDialogProps) {
  const t = useText('contacts');
  const { contact, onClose } = props;
  const title = contact ? t('changeNamed', { name: contact.name }) : t('add');
  return (
    <Dialog isOpen onClose={onClose} title={title}>
      <ContactForm {...props} />
    </Dialog>
  );
}

function ContactForm({ workspaceId, contact, onClose, onDone }: ContactDialogProps) {
  const t = useText('contacts');
  const form = useForm<ContactValues>({ defaultValues: valuesOf(contact) });
  const { errors } = form.formState;
  const saving = useAct({
    does: (values: ContactValues) => saveContact(workspaceId, contact?.id ?? null, contactOf(values)),
    done: onDone,
    says: ({ name }) => t('saved', { name }),
    form,
    fields: FIELDS,
  });
  return (
    <SavingForm form={form} saving={saving} fields={FIELDS}>
      <TextField
        label={t('name')}
        autoComplete="off"
        error={errors.name?.message}
        {...form.register('name')}
      />
      <TextField
        label={t('email')}
        type="email"
        autoComplete="off"
        autoCapitalize="none"
        error={errors.email?.message}
        {...form.register('email')}
      />
      <TextField
        label={t('phone')}
        hint={t('phoneHint')}
        type="tel"
        autoComplete="off"
        error={errors.phone?.message}
        {...form.register('phone')}
      />
      <SelectField label={t('language')} error={errors.language?.message} {...form.register('language')}>
        <option value="">{t('languageOwn')}</option>
        {SIGNING_LANGUAGES.map((language) => (
          <option key={language} value={language} lang={language}>
            {LANGUAGE_NAMES[language]}
          </option>
        ))}
      </SelectField>
      <FormActions onLeave={onClose} act={t('save')} busy={saving.isPending} />
    </SavingForm>
  );
}

function valuesOf(contact: Contact | null): ContactValues {
  const { name = '', email = '', phone, language } = contact ?? {};
  return { name, email, phone: phone ?? '', language: language ?? '' };
}

function contactOf({ name, email, phone, language }: ContactValues): NewContact {
  return { name, email, phone: phone || null, language: (language || null) as NewContact['language'] & {} };
}
