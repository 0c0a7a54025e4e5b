import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { ChevronLeft, Paperclip } from 'lucide-react';
import { mailboxMessageQuery } from '../api/mailbox-api.ts';
import type { MailboxMessage } from '../api/wire.ts';
import { currentLanguage, useText } from '../text/start-text.ts';
import { BACK_LINK } from '../ui/back-link.ts';
import { formatBytes } from '../ui/format-time.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { TimeText } from '../ui/time-text.tsx';
import { Unloaded } from '../ui/unloaded.tsx';

export default function MessagePage() {
  const { id } = useParams({ from: '/app/mailbox/$id' });
  const message = useQuery(mailboxMessageQuery(Number(id)));
  if (!message.data) return <Unloaded query={message} lines={8} />;
  return <Message message={message.data} />;
}

function Message({ message }: { message: MailboxMessage }) {
  const t = useText('mailbox');
  const frame = <MailFrame id={message.id} title={message.subject} />;
  return (
    <>
      <PageHeader
        title={message.subject}
        above={
          <Link to="/mailbox" search={{}} className={BACK_LINK}>
            <ChevronLeft aria-hidden size={16} />
            {t('title')}
          </Link>
        }
        lead={
          <>
            {t('to', { address: message.to })} · <TimeText seconds={message.createDate} />
          </>
        }
      />
      {message.attachments.length > 0 && (
        <ul aria-label={t('attachments')} className="mb-6 flex flex-wrap gap-x-6 gap-y-2 text-14">
          {message.attachments.map((attachment) => (
            <li key={attachment.name} className="flex items-center gap-2">
              <Paperclip aria-hidden size={16} className="text-muted" />
              {attachment.name} ({formatBytes(attachment.size, currentLanguage())})
            </li>
          ))}
        </ul>
      )}
      <Tabs
        label={t('views')}
        tabs={[
          { value: 'html', label: t('html'), content: frame },
          {
            value: 'text',
            label: t('text'),
            content: (
              <pre dir="auto" className="max-w-text font-sans whitespace-pre-wrap">
                {message.text}
              </pre>
            ),
          },
        ]}
      />
    </>
  );
}

/** Shows a mail in a sandbox: no scripts, and links open in new tabs. */
function MailFrame({ id, title }: { id: number; title: string }) {
  return (
    <iframe
      title={title}
      src={`/api/v1/mailbox/${id}/page`}
      sandbox="allow-popups allow-popups-to-escape-sandbox"
      className="h-[70vh] min-h-96 w-full rounded-paper border border-line"
    />
  );
}
