import { useQuery } from '@tanstack/react-query';
import { ArrowRightLeft } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { handOver, handOverQuery, membersKey, membersQuery } from '../api/organization-api.ts';
import type { Member, Organization } from '../api/wire.ts';
import { useText } from '../text/start-text.ts';
import { IconButton } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { FormActions } from '../ui/form-actions.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { SelectField } from '../ui/text-field.tsx';
import { useAct } from '../ui/use-act.ts';

type HandOverProps = { organization: Organization; member: Member };

/** Hands all that a member has under way over to another one, after a look at what that is. */
export function HandOver({ organization, member }: HandOverProps) {
  const t = useText('organization');
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const name = member.name ?? member.email;
  return (
    <>
      <IconButton icon={ArrowRightLeft} label={t('handOverLabel', { name })} onClick={() => setOpen(true)} />
      <Dialog
        isOpen={isOpen}
        onClose={close}
        title={t('handOverTitle', { name })}
        description={t('handOverWhat')}
      >
        {isOpen && <HandOverForm organization={organization} member={member} onClose={close} />}
      </Dialog>
    </>
  );
}

const FIELDS = ['to'] as const;

function HandOverForm({ organization, member, onClose }: HandOverProps & { onClose: () => void }) {
  const t = useText('organization');
  const preview = useQuery(handOverQuery(organization.id, member.id));
  const members = useQuery(membersQuery(organization.id, { page: 1, query: '' })).data?.items ?? [];
  const heirs = members.filter(({ id, status }) => id !== member.id && status === 'joined');
  const isSelf = member.id === organization.memberId;
  const form = useForm({ defaultValues: { to: '', remove: !isSelf } });
  const name = member.name ?? member.email;
  const handing = useAct({
    does: ({ to, remove }: { to: string; remove: boolean }) =>
      handOver(organization.id, { memberId: member.id, to: Number(to), remove }),
    done: onClose,
    says: (_done, { to }) => {
      const heir = heirs.find(({ id }) => String(id) === to);
      return t('handOverDone', { name: heir?.name ?? '' });
    },
    stale: [{ queryKey: membersKey(organization.id) }],
    form,
    fields: FIELDS,
  });
  if (preview.isPending) return <Skeleton lines={3} />;
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={form.handleSubmit((values) => handing.mutate(values))}
    >
      <ErrorBanner error={preview.error} />
      <ErrorBanner error={handing.error} shownFields={FIELDS} />
      {preview.data && (
        <ul className="list-disc ps-5">
          <li>{t('handOverRunning', { count: preview.data.running })}</li>
          <li>{t('handOverDrafts', { count: preview.data.drafts })}</li>
          <li>{t('handOverTemplates', { count: preview.data.templates })}</li>
          {preview.data.apps > 0 && <li>{t('handOverApps', { count: preview.data.apps })}</li>}
          {preview.data.workspaces.length > 0 && (
            <li className="break-words">{t('handOverIn', { names: preview.data.workspaces.join(', ') })}</li>
          )}
        </ul>
      )}
      <SelectField
        label={t('handOverTo')}
        error={form.formState.errors.to?.message}
        {...form.register('to', { required: t('handOverNeeded') })}
      >
        <option value="">{t('handOverChoose')}</option>
        {heirs.map(({ id, name: heirName, email }) => (
          <option key={id} value={id}>
            {heirName ?? email}
          </option>
        ))}
      </SelectField>
      {!isSelf && (
        <Checkbox
          label={t('handOverRemove', { name })}
          hint={t('handOverRemoveHint')}
          {...form.register('remove')}
        />
      )}
      <FormActions
        onLeave={onClose}
        leave={t('handOverKeep')}
        act={t('handOverAct')}
        variant="danger"
        busy={handing.isPending}
      />
    </form>
  );
}
