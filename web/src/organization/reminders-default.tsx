import { NO_REMINDERS, readReminderPlan } from '@paraph/domain';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { type ReminderScope, remindersQuery, saveReminderDefault } from '../api/reminders-api.ts';
import type { ReminderDefault } from '../api/wire.ts';
import { useText } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { useAct } from '../ui/use-act.ts';
import { RemindersField } from './reminders-field.tsx';

type RemindersDefaultProps = {
  scope: ReminderScope;
  /** What the organization says of a workspace, the workspace of a template; null where the reader may not know it. */
  wider?: string | null;
};

/** How people are reminded by themselves where a document does not say it. */
export function RemindersDefault(props: RemindersDefaultProps) {
  const query = useQuery(remindersQuery(props.scope));
  if (query.error) return <ErrorBanner error={query.error} />;
  if (!query.data) return <Skeleton lines={2} />;
  return <DefaultForm {...props} saved={query.data} />;
}

function DefaultForm({ scope, wider, saved }: RemindersDefaultProps & { saved: ReminderDefault }) {
  const t = useText('reminders');
  // Above the organization is nobody.
  const isWidest = 'organizationId' in scope;
  const [value, setValue] = useState(saved.reminders ?? (isWidest ? NO_REMINDERS : null));
  const saving = useAct({
    does: () => saveReminderDefault(scope, value),
    says: () => t('saved'),
    stale: [{ queryKey: ['reminders'] }],
  });
  const isValid = value === null || 'plan' in readReminderPlan(value);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isValid) saving.mutate();
  };
  const known = wider ?? (saved.reminders === null ? saved.effective : null);
  return (
    <form noValidate onSubmit={submit} className="flex max-w-text flex-col gap-4">
      <RemindersField
        value={value}
        {...(isWidest ? {} : { inherited: known })}
        isOfWorkspace={!isWidest && scope.templateId !== undefined}
        onChange={setValue}
      />
      <ErrorBanner error={saving.error} />
      <div>
        <Button type="submit" disabled={!isValid || value === saved.reminders} busy={saving.isPending}>
          {t('save')}
        </Button>
      </div>
    </form>
  );
}
