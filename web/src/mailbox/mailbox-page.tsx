import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { MailOpen, MailSearch as SearchedMail } from 'lucide-react';
import { useCallback } from 'react';
import { mailboxQuery, mailboxTextsQuery } from '../api/mailbox-api.ts';
import type { MailboxPage as MailPage } from '../api/wire.ts';
import { useText } from '../text/start-text.ts';
import { Banner } from '../ui/banner.tsx';
import { buttonClass } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Pager } from '../ui/pager.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { moveBetweenRows, ROW_ANCHOR } from '../ui/table.tsx';
import { TimeText } from '../ui/time-text.tsx';
import { Unloaded } from '../ui/unloaded.tsx';

/** The mails stored by an instance without a mail server. */
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
      <MailSearch />
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

function MailSearch() {
  const t = useText('mailbox');
  const navigate = useNavigate();
  const { query = '' } = useSearch({ from: '/app/mailbox' });
  const find = useCallback(
    (wanted: string) =>
      void navigate({ to: '/mailbox', search: wanted ? { query: wanted } : {}, replace: true }),
    [navigate],
  );
  return (
    <search className="mb-4 block">
      <SearchField label={t('search')} value={query} onChange={find} />
    </search>
  );
}

function MessageList() {
  const t = useText('mailbox');
  const navigate = useNavigate();
  const { query = '', page = 1 } = useSearch({ from: '/app/mailbox' });
  const mails = useQuery(mailboxQuery({ page, query }));
  if (!mails.data) return <Unloaded query={mails} lines={6} />;
  return (
    <div aria-busy={mails.isPlaceholderData}>
      <p role="status" className="sr-only">
        {t('found', { count: mails.data.total })}
      </p>
      {mails.data.items.length === 0 ? <NothingHere query={query} /> : <Messages mails={mails.data.items} />}
      <Pager
        page={page}
        pages={mails.data.pages}
        onPage={(next) =>
          void navigate({ to: '/mailbox', search: { ...(query ? { query } : {}), page: next } })
        }
      />
    </div>
  );
}

function NothingHere({ query }: { query: string }) {
  const t = useText('mailbox');
  if (query === '') {
    return (
      <EmptyState icon={MailOpen} title={t('empty')}>
        {t('emptyLead')}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={SearchedMail}
      title={t('noneFound')}
      action={
        <Link to="/mailbox" search={{}} className={buttonClass()}>
          {t('showAll')}
        </Link>
      }
    >
      {t('noneFoundLead')}
    </EmptyState>
  );
}

function Messages({ mails }: { mails: MailPage['items'] }) {
  const t = useText('mailbox');
  return (
    <ul
      aria-label={t('title')}
      onKeyDown={moveBetweenRows}
      className="divide-y divide-line border-y border-line"
    >
      {mails.map((mail) => (
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
  );
}

const LINE =
  'relative flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 px-2 py-3 hover:bg-wash ' +
  'focus-within:bg-wash';
