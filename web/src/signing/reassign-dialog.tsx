import { emailKey, isEmail, LIMITS } from '@paraph/domain';
import { type FormEvent, useState } from 'react';
import { useText } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextArea, TextField } from '../ui/text-field.tsx';
import { SubmitError } from './submit-error.tsx';
import { useSubmit } from './use-submit.ts';

export interface Successor {
  readonly name: string;
  readonly email: string;
  readonly reason: string;
}

interface ReassignDialogProps {
  readonly isOpen: boolean;
  readonly senderName: string;
  /** The recipient's own address, which is no other person. */
  readonly ownEmail: string;
  readonly onClose: () => void;
  readonly onReassign: (successor: Successor) => Promise<void>;
}

/** Passing the task on ends the recipient's own link: the dialog asks for name, address and a reason. */
export function ReassignDialog({ isOpen, senderName, ...form }: ReassignDialogProps) {
  const t = useText('signing');
  return (
    <Dialog
      isOpen={isOpen}
      onClose={form.onClose}
      title={t('reassign.title')}
      description={t('reassign.lead', { sender: senderName })}
    >
      <ReassignForm {...form} />
    </Dialog>
  );
}

type Problems = Partial<Record<keyof Successor, string>>;

function ReassignForm({ ownEmail, onClose, onReassign }: Omit<ReassignDialogProps, 'isOpen' | 'senderName'>) {
  const t = useText('signing');
  const act = useSubmit();
  const [successor, setSuccessor] = useState<Successor>({ name: '', email: '', reason: '' });
  const [hasTried, setTried] = useState(false);
  const problems = hasTried ? problemsOf(t, successor, ownEmail) : {};
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    const [first] = Object.keys(problemsOf(t, successor, ownEmail));
    if (first === undefined) void act.run(() => onReassign(trimmed(successor)));
    else event.currentTarget.querySelector<HTMLElement>(`[name=${first}]`)?.focus();
  };
  const inputOf = (key: keyof Successor) => ({
    name: key,
    value: successor[key],
    error: problems[key],
    required: true,
    onChange: ({ target }: { target: { value: string } }) =>
      setSuccessor((before) => ({ ...before, [key]: target.value })),
  });
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={submit}>
      <SubmitError error={act.error} />
      <TextField
        {...inputOf('name')}
        label={t('reassign.name')}
        maxLength={LIMITS.nameCharactersMax}
        autoComplete="off"
      />
      <TextField {...inputOf('email')} label={t('reassign.email')} type="email" autoComplete="off" />
      <TextArea
        {...inputOf('reason')}
        label={t('reassign.reason')}
        hint={t('reassign.reasonHint')}
        maxLength={LIMITS.commentCharactersMax}
      />
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={onClose}>{t('bar.back')}</Button>
        <Button type="submit" variant="primary" busy={act.isBusy}>
          {t('reassign.act')}
        </Button>
      </div>
    </form>
  );
}

/** In the order of the form. */
function problemsOf(t: ReturnType<typeof useText>, successor: Successor, ownEmail: string): Problems {
  const { name, email, reason } = trimmed(successor);
  const emailProblem = !isEmail(email)
    ? t('error.email')
    : emailKey(email) === emailKey(ownEmail)
      ? t('reassign.sameEmail')
      : null;
  return {
    ...(name === '' ? { name: t('reassign.nameNeeded') } : {}),
    ...(emailProblem === null ? {} : { email: emailProblem }),
    ...(reason === '' ? { reason: t('decline.reasonNeeded') } : {}),
  };
}

function trimmed({ name, email, reason }: Successor): Successor {
  return { name: name.trim(), email: email.trim(), reason: reason.trim() };
}
