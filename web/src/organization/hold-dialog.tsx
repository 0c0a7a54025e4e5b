import { useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { placeHold, retentionQuery } from '../api/retention-api.ts';
import type { NewHold } from '../api/wire.ts';
import { useText } from '../text/start-text.ts';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { FormActions } from '../ui/form-actions.tsx';
import { SelectField, TextArea, TextField } from '../ui/text-field.tsx';
import { useAct } from '../ui/use-act.ts';

type HoldDialogProps = { organizationId: number; isOpen: boolean; onClose: () => void };

export function HoldDialog({ isOpen, ...rest }: HoldDialogProps) {
  const t = useText('retention');
  return (
    <Dialog isOpen={isOpen} onClose={rest.onClose} title={t('place')} description={t('holdsLead')}>
      <HoldForm {...rest} />
    </Dialog>
  );
}

const KINDS = ['person', 'workspace', 'workflow'] as const;
const FIELDS = ['email', 'workspaceId', 'workflowId', 'reason'] as const;
interface Values {
  kind: (typeof KINDS)[number];
  email: string;
  workspaceId: string;
  workflowId: string;
  reason: string;
}

function useHoldForm({ organizationId, onClose }: Omit<HoldDialogProps, 'isOpen'>) {
  const t = useText('retention');
  const form = useForm<Values>({
    defaultValues: { kind: 'person', email: '', workspaceId: '', workflowId: '', reason: '' },
    // By itself it goes to what was registered first, which is the reason.
    shouldFocusError: false,
  });
  const placing = useAct({
    does: (values: Values) => placeHold(organizationId, holdOf(values)),
    done: onClose,
    says: () => t('placed'),
    stale: [{ queryKey: ['holds', organizationId] }],
    form,
    fields: FIELDS,
  });
  return { form, placing };
}

function HoldForm({ organizationId, onClose }: Omit<HoldDialogProps, 'isOpen'>) {
  const t = useText('retention');
  const { data } = useQuery(retentionQuery(organizationId));
  const { form, placing } = useHoldForm({ organizationId, onClose });
  const kind = form.watch('kind');
  const { errors } = form.formState;
  const needed = (field: (typeof FIELDS)[number]) => ({
    error: errors[field]?.message,
    ...form.register(field, {
      validate: (text) => text.trim() !== '' || t('needed'),
      shouldUnregister: true,
    }),
  });
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={form.handleSubmit(
        (values) => placing.mutate(values),
        (wrong) => form.setFocus(FIELDS.find((field) => wrong[field]) ?? 'reason'),
      )}
    >
      <ErrorBanner error={placing.error} shownFields={FIELDS} />
      <SelectField label={t('what')} {...form.register('kind')}>
        {KINDS.map((each) => (
          <option key={each} value={each}>
            {t(`what_${each}`)}
          </option>
        ))}
      </SelectField>
      {kind === 'person' && (
        <TextField type="email" label={t('email')} hint={t('emailHint')} {...needed('email')} />
      )}
      {kind === 'workspace' && (
        <SelectField label={t('workspace')} {...needed('workspaceId')}>
          <option value="">{t('chooseWorkspace')}</option>
          {data?.workspaces.map(({ workspaceId, name }) => (
            <option key={workspaceId} value={workspaceId}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
      {kind === 'workflow' && (
        <TextField
          inputMode="numeric"
          label={t('document')}
          hint={t('documentHint')}
          {...needed('workflowId')}
        />
      )}
      <TextArea label={t('reason')} hint={t('reasonHint')} maxLength={500} {...needed('reason')} />
      <FormActions onLeave={onClose} act={t('placeAct')} busy={placing.isPending} />
    </form>
  );
}

function holdOf({ kind, email, workspaceId, workflowId, reason }: Values): NewHold {
  if (kind === 'person') return { email, reason };
  return kind === 'workspace'
    ? { workspaceId: Number(workspaceId), reason }
    : { workflowId: Number(workflowId), reason };
}
