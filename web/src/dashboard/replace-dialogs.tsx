import { emailKey, isEmail, LIMITS } from '@paraph/domain';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { messageOf } from '../api/call.ts';
import { violationsOf } from '../api/violations.ts';
import type { Recipient } from '../api/wire.ts';
import { type Replacement, replaceRecipient, type WorkflowIds, workflowKey } from '../api/workflows-api.ts';
import { type TextOf, useText } from '../text/start-text.ts';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { FormActions } from '../ui/form-actions.tsx';
import { showViolations } from '../ui/show-violations.ts';
import { TextArea, TextField } from '../ui/text-field.tsx';
import { useToast } from '../ui/toast.tsx';
import { PersonContact } from './person-contact.tsx';
import { contactOf } from './send-state.ts';
import type { SendPerson } from './send-steps.ts';
import { useLevels } from './use-levels.ts';

type ReplaceProps = {
  ids: WorkflowIds;
  person: Recipient;
  isTheirTurn: boolean;
  onClose: () => void;
};
type DialogProps = ReplaceProps & { isOpen: boolean };

const FIELDS = ['name', 'email', 'reason'] as const;
type Values = Record<(typeof FIELDS)[number], string>;

/** Whether the person has to identify themselves, and so is asked how. */
type CorrectProps = { isIdentified: boolean };

/** Corrects the name or address of the same person, and how they are reached and identified. */
export function CorrectDialog({ isOpen, ...props }: DialogProps & CorrectProps) {
  const t = useText('acts');
  const what = `${t('correctWhat', { email: props.person.email })} ${endOf(t, props)}`;
  return (
    <Dialog isOpen={isOpen} onClose={props.onClose} title={t('correctTitle')} description={what}>
      <CorrectForm {...props} />
    </Dialog>
  );
}

/** Passes the task to another person. */
export function PassDialog({ isOpen, ...props }: DialogProps) {
  const t = useText('acts');
  const what = `${t('passWhat', { name: props.person.name, email: props.person.email })} ${endOf(t, props)}`;
  return (
    <Dialog isOpen={isOpen} onClose={props.onClose} title={t('passTitle')} description={what}>
      <PassForm {...props} />
    </Dialog>
  );
}

function endOf(t: TextOf, { isTheirTurn }: ReplaceProps): string {
  return `${t(isTheirTurn ? 'invitesNow' : 'invitesLater')} ${t('othersKept')}`;
}

function CorrectForm({ ids, person, isIdentified, onClose }: ReplaceProps & CorrectProps) {
  const t = useText('acts');
  const showToast = useToast();
  const client = useQueryClient();
  const form = useForm<Values>({ defaultValues: { name: person.name, email: person.email, reason: '' } });
  const [contact, setContact] = useState<Contact>(() => contactFrom(person));
  const offers = useLevels(ids.workspaceId);
  const revert = () => {
    replaceRecipient(ids, person.id, {
      name: person.name,
      email: person.email,
      ...changeOf(contactFrom(person), isIdentified),
    })
      .then(() => showToast({ text: t('nameBack', { name: person.name }) }))
      .catch((error: unknown) => showToast({ text: t('undoFailed', { message: messageOf(error) }) }))
      .finally(() => client.invalidateQueries({ queryKey: workflowKey(ids) }));
  };
  const saving = useReplacing({ ids, person, form }, (saved) => {
    onClose();
    const isOther = emailKey(saved.email) !== emailKey(person.email);
    // A new address has ended the old link and sent a mail: no undo.
    showToast(
      isOther ? { text: t('readdressed', { email: saved.email }) } : { text: t('corrected'), undo: revert },
    );
  });
  const save = form.handleSubmit(({ name, email }) => {
    const former = changeOf(contactFrom(person), isIdentified);
    const change = changeOf(contact, isIdentified);
    const isSameContact = JSON.stringify(change) === JSON.stringify(former);
    const isSame = name.trim() === person.name && email.trim() === person.email && isSameContact;
    if (isSame) return onClose();
    // Another address is another person, whose details are only what the form says.
    const isOther = emailKey(email.trim()) !== emailKey(person.email);
    const contactToo = isSameContact && !isOther ? {} : change;
    saving.mutate({ name: name.trim(), email: email.trim(), ...contactToo });
  });
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={save}>
      <ErrorBanner error={saving.error} shownFields={[...FIELDS, ...CONTACT_FIELDS]} />
      <PersonFields form={form} />
      <PersonContact
        person={{ key: '', name: '', email: '', ...contact }}
        at="person"
        errorTexts={contactErrorsOf(saving.error)}
        choice={{ isIdentified, offers }}
        onChange={(change) => setContact({ ...contact, ...change })}
      />
      <FormButtons label={t('correctAct')} isBusy={saving.isPending} onClose={onClose} />
    </form>
  );
}

const CONTACT_FIELDS = ['phone', 'language', 'identification'] as const;
type Contact = Pick<SendPerson, (typeof CONTACT_FIELDS)[number]>;

function contactFrom({ phone, language, identification }: Recipient): Contact {
  return { phone: phone ?? '', language: language ?? '', identification: identification ?? '' };
}

/** Only signers of the level advanced are asked for phone and identification. */
function changeOf(contact: Contact, isIdentified: boolean): Partial<Replacement> {
  const step = { level: isIdentified ? 'advanced' : 'simple', type: 'sign' } as const;
  const { language, ...identified } = contactOf({ key: '', name: '', email: '', ...contact }, step);
  return isIdentified ? { language, ...identified } : { language };
}

function contactErrorsOf(error: Error | null): Map<string, string> {
  return new Map(
    violationsOf(error, CONTACT_FIELDS).map(({ field, sentence }) => [`person[${field}]`, sentence]),
  );
}

function PassForm({ ids, person, onClose }: ReplaceProps) {
  const t = useText('acts');
  const showToast = useToast();
  const form = useForm<Values>({ defaultValues: { name: '', email: '', reason: '' } });
  const passing = useReplacing({ ids, person, form }, (saved) => {
    onClose();
    showToast({ text: t('passed', { name: saved.name }) });
  });
  const pass = form.handleSubmit(({ name, email, reason }) =>
    passing.mutate({ name: name.trim(), email: email.trim(), reason: reason.trim() }),
  );
  const isOther = (email: string) =>
    emailKey(email.trim()) !== emailKey(person.email) || t('emailSame', { name: person.name });
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={pass}>
      <ErrorBanner error={passing.error} shownFields={FIELDS} />
      <PersonFields form={form} isOther={isOther} />
      <TextArea
        label={t('reason')}
        hint={t('reasonHint')}
        maxLength={LIMITS.commentCharactersMax}
        error={form.formState.errors.reason?.message}
        {...form.register('reason')}
      />
      <FormButtons label={t('passAct')} isBusy={passing.isPending} onClose={onClose} />
    </form>
  );
}

type Form = UseFormReturn<Values>;

/** Shows violations at their fields and focuses the first one. */
function useReplacing(
  { ids, person, form }: Pick<ReplaceProps, 'ids' | 'person'> & { form: Form },
  onSaved: (saved: Recipient) => void,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (json: Replacement) => replaceRecipient(ids, person.id, json),
    onSuccess: onSaved,
    onError: (error) => showViolations({ form, error, fields: FIELDS }),
    // Reload even after an error: the person may have answered meanwhile. Not waited for: the button would stay
    // disabled under the shown violation, and a form whose button is disabled ignores Enter.
    onSettled: () => void client.invalidateQueries({ queryKey: workflowKey(ids) }),
  });
}

function PersonFields({ form, isOther }: { form: Form; isOther?: (email: string) => true | string }) {
  const t = useText('acts');
  const { errors } = form.formState;
  return (
    <>
      <TextField
        label={t('name')}
        autoComplete="off"
        maxLength={LIMITS.nameCharactersMax}
        error={errors.name?.message}
        {...form.register('name', { validate: (name) => name.trim() !== '' || t('nameNeeded') })}
      />
      <TextField
        label={t('email')}
        type="email"
        autoComplete="off"
        error={errors.email?.message}
        {...form.register('email', {
          required: t('emailNeeded'),
          validate: {
            isEmail: (email) => isEmail(email.trim()) || t('emailWrong'),
            ...(isOther ? { isOther } : {}),
          },
        })}
      />
    </>
  );
}

function FormButtons({ label, isBusy, onClose }: { label: string; isBusy: boolean; onClose: () => void }) {
  const t = useText('acts');
  return <FormActions onLeave={onClose} leave={t('leave')} act={label} busy={isBusy} />;
}
