import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { MailOpen } from 'lucide-react';
import { mailboxQuery, mailboxTextsQuery } from '../api/mailbox-api.ts';
import { useText } from '../text/start-text.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Pager } from '../ui/pager.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { moveBetweenRows, ROW_ANCHOR } from '../ui/table.tsx';
import { TimeText } from '../ui/time-text.tsx';

/** The mails kept by an instance without a mail server. */
export default function MailboxPage() {
  const t = useText('mailbox');
  return (
    <>
      <PageHeader title={t('title')} lead={t('lead')} />
      <TextMessages />
      <div className="mb-6">
        <Banner tone="waiting" title={t('kept')}>
          {t('keptHow')}
        </Banner>
      </div>
      <MessageList />
    </>
  );
}

/** The texts that an instance without a gateway would have sent; nothing where there is none. */
function TextMessages() {
  const t = useText('mailbox');
  const { data = [] } = useQuery(mailboxTextsQuery());
  if (data.length === 0) return null;
  return (
    <section aria-labelledby="texts" className="mb-8">
      <h2 id="texts" className="text-20 font-semibold">
        {t('texts')}
      </h2>
      <p className="mb-3 text-14 text-muted">{t('textsLead')}</p>
      <ul className="divide-y divide-line border-y border-line">
        {data.map(({ id, to, text, createDate }) => (
          <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 px-2 py-3">
            <div className="min-w-0 flex-1 basis-64">
              <p className="whitespace-pre-line" dir="auto">
                {text}
              </p>
              <p className="text-14 text-muted">{t('to', { address: to })}</p>
            </div>
            <p className="text-14 text-muted">
              <TimeText seconds={createDate} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function MessageList() {
  const t = useText('mailbox');
  const navigate = useNavigate();
  const { page = 1 } = useSearch({ from: '/app/mailbox' });
  const mails = useQuery(mailboxQuery(page));
  if (mails.isPending) return <Skeleton lines={6} />;
  if (mails.error && !mails.data) {
    return (
      <ErrorBanner
        error={mails.error}
        action={<Button onClick={() => mails.refetch()}>{t('tryAgain')}</Button>}
      />
    );
  }
  if (mails.data.items.length === 0) {
    return (
      <EmptyState icon={MailOpen} title={t('empty')}>
        {t('emptyLead')}
      </EmptyState>
    );
  }
  return (
    <>
      <ul
        aria-label={t('title')}
        onKeyDown={moveBetweenRows}
        className="divide-y divide-line border-y border-line"
      >
        {mails.data.items.map((mail) => (
          <li key={mail.id} className={LINE}>
            <div className="min-w-0 flex-1 basis-64">
              <Link
                {...ROW_ANCHOR}
                to="/mailbox/$id"
                params={{ id: String(mail.id) }}
                className="font-medium no-underline after:absolute after:inset-0 hover:underline"
              >
                {mail.subject}
              </Link>
              <p className="text-14 text-muted">{t('to', { address: mail.to })}</p>
            </div>
            <p className="text-14 text-muted">
              <TimeText seconds={mail.createDate} />
            </p>
          </li>
        ))}
      </ul>
      <Pager
        page={page}
        pages={mails.data.pages}
        onPage={(next) => void navigate({ to: '/mailbox', search: next > 1 ? { page: next } : {} })}
      />
    </>
  );
}

const LINE =
  'relative flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 px-2 py-3 hover:bg-wash ' +
  'focus-within:bg-wash';
