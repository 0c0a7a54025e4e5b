import { LIMITS, SIGNING_LANGUAGES, WORKFLOW_TYPES } from '@paraph/domain';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { type DefaultsScope, defaultsQuery, type SetDefaults, saveDefaults } from '../api/defaults-api.ts';
import type { SendingDefaultsAnswer } from '../api/wire.ts';
import { deadlineLimitsQuery } from '../api/workflows-api.ts';
import { currentLanguage, LANGUAGE_NAMES, useText } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { formatDistance } from '../ui/format-time.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import { SelectField } from '../ui/text-field.tsx';
import { useAct } from '../ui/use-act.ts';

/** Deadline, level and language that documents begin with. */
export function SendingDefaults({ scope }: { scope: DefaultsScope }) {
  const query = useQuery(defaultsQuery(scope));
  if (query.error) return <ErrorBanner error={query.error} />;
  if (!query.data) return <Skeleton lines={3} />;
  return <DefaultsForm scope={scope} saved={query.data} />;
}

function DefaultsForm({ scope, saved }: { scope: DefaultsScope; saved: SendingDefaultsAnswer }) {
  const t = useText('defaults');
  const send = useText('send');
  const { expiryDays, type, language } = saved;
  const [set, setSet] = useState<SetDefaults>({
    ...{ expiryDays: expiryDays.value, type: type.value, language: language.value },
  });
  const saving = useAct({
    does: () => saveDefaults(scope, set),
    says: () => t('saved'),
    stale: [{ queryKey: ['defaults'] }],
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    saving.mutate();
  };
  const field = (name: keyof SetDefaults, label: string, options: ReactNode) => (
    <SelectField
      label={label}
      name={name}
      value={set[name] ?? ''}
      onChange={({ target: { value } }) => setSet({ ...set, [name]: readValue(name, value) })}
    >
      <Unset scope={scope} />
      {options}
    </SelectField>
  );
  return (
    <form noValidate onSubmit={submit} className="flex max-w-text flex-col gap-4">
      {field('expiryDays', send('deadline'), <DayOptions set={set.expiryDays} />)}
      {field(
        'type',
        send('level'),
        WORKFLOW_TYPES.map((each) => (
          <option key={each} value={each}>
            {send(`levels.${each}`)}
          </option>
        )),
      )}
      {field(
        'language',
        send('personLanguage'),
        SIGNING_LANGUAGES.map((each) => (
          <option key={each} value={each} lang={each}>
            {LANGUAGE_NAMES[each]}
          </option>
        )),
      )}
      <ErrorBanner error={saving.error} />
      <div>
        <Button type="submit" busy={saving.isPending}>
          {t('save')}
        </Button>
      </div>
    </form>
  );
}

/** Above the organization is nobody. */
function Unset({ scope }: { scope: DefaultsScope }) {
  const t = useText('defaults');
  const reminders = useText('reminders');
  return <option value="">{'organizationId' in scope ? t('unset') : reminders('inherited')}</option>;
}

const DAYS = [1, 2, 3, 7, 14, 30, 60, 90];

/** Those that the instance accepts, and one that was set otherwise. */
function DayOptions({ set }: { set: number | null }) {
  const { expirySecondsMin } = useQuery(deadlineLimitsQuery).data ?? LIMITS;
  const now = Math.floor(Date.now() / 1000);
  const offered = DAYS.filter((count) => count * 86_400 >= expirySecondsMin);
  const days = new Set([...offered, ...(set === null ? [] : [set])]);
  return [...days]
    .toSorted((one, other) => one - other)
    .map((count) => (
      <option key={count} value={count}>
        {formatDistance(now + count * 86_400, now, currentLanguage())}
      </option>
    ));
}

function readValue(name: keyof SetDefaults, value: string): string | number | null {
  if (value === '') return null;
  return name === 'expiryDays' ? Number(value) : value;
}
