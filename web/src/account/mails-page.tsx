import { MAIL_TIMES, MAIL_TOPICS, type MailTopic } from '@paraph/domain';
import { useQuery } from '@tanstack/react-query';
import { mailSettingsQuery, saveMailSettings } from '../api/account-api.ts';
import type { MailSettings } from '../api/wire.ts';
import { useText } from '../text/start-text.ts';
import { Banner } from '../ui/banner.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { SelectField } from '../ui/text-field.tsx';
import { useAct } from '../ui/use-act.ts';
import { AccountArea } from './account-area.tsx';

/** Which mails a sender gets. Each choice is saved at once. */
export default function MailsPage() {
  const t = useText('account');
  const settings = useQuery(mailSettingsQuery);
  return (
    <AccountArea title={t('mailsTitle')} lead={t('mailsLead')}>
      <ErrorBanner error={settings.error} />
      {settings.isPending && <Skeleton lines={4} />}
      {settings.data && (
        <div className="flex max-w-text flex-col gap-6">
          {MAIL_TOPICS.map((topic) => (
            <TopicChoice key={topic} topic={topic} settings={settings.data} />
          ))}
          <p className="text-14 text-muted">{t('mailsAlways')}</p>
        </div>
      )}
    </AccountArea>
  );
}

function TopicChoice({ topic, settings }: { topic: MailTopic; settings: MailSettings }) {
  const t = useText('account');
  const saving = useAct({
    does: saveMailSettings,
    answers: mailSettingsQuery,
    says: () => t('mailsSaved'),
  });
  const times = topic === 'failures' ? MAIL_TIMES.filter((time) => time !== 'daily') : MAIL_TIMES;
  return (
    <div className="flex flex-col gap-3">
      <SelectField
        label={t(`mailsAbout.${topic}`)}
        hint={t(`mailsHint.${topic}`)}
        value={settings[topic]}
        disabled={saving.isPending}
        onChange={({ target }) => saving.mutate({ [topic]: target.value })}
      >
        {times.map((time) => (
          <option key={time} value={time}>
            {t(`mailsWhen.${time}`)}
          </option>
        ))}
      </SelectField>
      {topic === 'failures' && settings.failures === 'off' && (
        <Banner tone="waiting" title={t('mailsNoFailures')}>
          {t('mailsNoFailuresLead')}
        </Banner>
      )}
      <ErrorBanner error={saving.error} />
    </div>
  );
}
