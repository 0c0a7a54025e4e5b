import { useQuery } from '@tanstack/react-query';
import { Inbox } from 'lucide-react';
import { useEffect } from 'react';
import { UnprovedNotice } from '../account/unproved-notice.tsx';
import type { InboxAction } from '../api/wire.ts';
import { inboxQuery } from '../api/workflows-api.ts';
import { useText } from '../text/start-text.ts';
import { buttonClass } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { saveCalendar } from '../ui/save-calendar.ts';
import { beginSitting, endSitting } from '../ui/sitting.ts';
import { moveBetweenRows, ROW_ANCHOR } from '../ui/table.tsx';
import { TimeText } from '../ui/time-text.tsx';
import { Unloaded } from '../ui/unloaded.tsx';
import { PageThumb } from './page-thumb.tsx';

/** Actions that wait for the signed-in user. */
export default function InboxPage() {
  const t = useText('documents');
  // Who comes back has left the sitting.
  useEffect(endSitting, []);
  return (
    <>
      <PageHeader title={t('inbox.title')} lead={t('inbox.lead')} />
      <UnprovedNotice />
      <InboxList />
    </>
  );
}

function InboxList() {
  const t = useText('documents');
  const inbox = useQuery(inboxQuery);
  if (!inbox.data) return <Unloaded query={inbox} />;
  if (inbox.data.items.length === 0) {
    return (
      <EmptyState icon={Inbox} title={t('inbox.empty')}>
        {t('inbox.emptyLead')}
      </EmptyState>
    );
  }
  return (
    <>
      {bySender(inbox.data.items).map((actions) => (
        <Sitting key={actions[0]?.id} actions={actions} />
      ))}
      <ul
        aria-label={t('inbox.title')}
        onKeyDown={moveBetweenRows}
        className="divide-y divide-line border-y border-line"
      >
        {inbox.data.items.map((action) => (
          <InboxRow key={action.id} action={action} />
        ))}
      </ul>
    </>
  );
}

const senderOf = ({ envelope }: InboxAction) => envelope.senderName ?? envelope.creator.name;

/** Those of a sender of whom several documents wait. */
function bySender(actions: readonly InboxAction[]): InboxAction[][] {
  const groups = Map.groupBy(actions, ({ envelope }) => envelope.creator.email);
  return [...groups.values()].filter((group) => group.length > 1);
}

/** All documents of one sender, one after the other: the next one opens after each Finish. */
function Sitting({ actions }: { actions: InboxAction[] }) {
  const t = useText('documents');
  const [first] = actions;
  if (!first) return null;
  const begin = () =>
    beginSitting(actions.map(({ id: actionId, publicSignUri: url }) => ({ actionId, url })));
  const count = actions.length;
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-3 rounded-card border border-line p-4">
      <div className="min-w-0">
        <p className="font-medium break-words">{senderOf(first)}</p>
        <p className="text-14 text-muted">{t('inbox.oneSittingLead', { count })}</p>
      </div>
      <a href={first.publicSignUri} onClick={begin} className={buttonClass()}>
        {t('inbox.oneSitting', { count })}
      </a>
    </div>
  );
}

function InboxRow({ action }: { action: InboxAction }) {
  const t = useText('documents');
  const { envelope } = action;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 py-4">
      <PageThumb file={envelope.documents[0]?.file} />
      <div className="min-w-0 flex-1 basis-56">
        <h2 id={`action-${action.id}`} className="font-medium">
          {envelope.name}
        </h2>
        <p className="text-14 text-muted">{t(`inbox.asked_${action.type}`, { sender: senderOf(action) })}</p>
        <p className="text-13 text-muted">
          {t('inbox.until')} <TimeText seconds={envelope.expiryDate} isDeadline />{' '}
          <button
            type="button"
            className="link"
            aria-describedby={`action-${action.id}`}
            onClick={() =>
              saveCalendar({
                actionId: action.id,
                title: t(`inbox.calendar_${action.type}`, { name: envelope.name }),
                description: t('inbox.calendarFrom', { sender: senderOf(action) }),
                seconds: envelope.expiryDate,
              })
            }
          >
            {t('inbox.calendar')}
          </button>
        </p>
      </div>
      <a
        {...ROW_ANCHOR}
        href={action.publicSignUri}
        aria-describedby={`action-${action.id}`}
        className={buttonClass('primary')}
      >
        {t(`inbox.act_${action.type}`)}
      </a>
    </li>
  );
}
