import { useQuery } from '@tanstack/react-query';
import { Link, useRouterState } from '@tanstack/react-router';
import {
  BadgeCheck,
  BookOpen,
  Contact,
  FileText,
  Inbox,
  LayoutTemplate,
  type LucideIcon,
  MailOpen,
  Settings,
  UserRound,
} from 'lucide-react';
import { statusQuery } from '../api/account-api.ts';
import type { Profile } from '../api/wire.ts';
import { inboxQuery } from '../api/workflows-api.ts';
import { useText } from '../text/start-text.ts';
import { ProfilePicture } from '../ui/profile-picture.tsx';
import { useMediaQuery } from '../ui/use-media-query.ts';
import { Wordmark } from '../ui/wordmark.tsx';
import { WorkspaceSwitch } from './workspace-switch.tsx';

export function Navigation({ profile }: { profile: Profile }) {
  const isWide = useMediaQuery('(min-width: 768px)');
  return isWide ? <Rail profile={profile} /> : <BottomBar />;
}

function Rail({ profile }: { profile: Profile }) {
  const t = useText('frame');
  return (
    <aside className={RAIL}>
      <Link to="/documents" className="rounded-paper px-3 no-underline">
        <Wordmark small />
      </Link>
      <nav aria-label={t('navigation')}>
        <ul className="flex flex-col gap-1">
          <NavigationItems look="rail" />
        </ul>
        <ul className="mt-4 flex flex-col gap-1 border-t border-line pt-4">
          <NavigationItem look="rail" to="/contacts" icon={Contact} label={t('contacts')} />
          <NavigationItem look="rail" to="/account/organization" icon={Settings} label={t('settings')} />
          <NavigationItem look="rail" to="/verify" icon={BadgeCheck} label={t('verify')} />
          <NavigationItem look="rail" to="/docs" icon={BookOpen} label={t('docs')} />
        </ul>
      </nav>
      <div className="grow" />
      <WorkspaceSwitch />
      <Link
        to="/account"
        className="touch flex items-center gap-3 rounded-paper px-3 py-2 text-14 no-underline hover:bg-wash"
      >
        <ProfilePicture profile={profile} />
        <span className="min-w-0">
          <span className="block truncate font-medium">{profile.name}</span>
          <span className="block truncate text-13 text-muted">{profile.email}</span>
        </span>
      </Link>
    </aside>
  );
}

const RAIL =
  'sticky top-0 flex h-dvh w-52 shrink-0 flex-col gap-6 overflow-y-auto border-e border-line ' +
  'px-3 py-6 lg:w-60';

function BottomBar() {
  const t = useText('frame');
  return (
    <nav aria-label={t('navigation')} className={BAR}>
      <ul className="flex justify-around">
        <NavigationItems look="bar" />
      </ul>
    </nav>
  );
}

const BAR = 'fixed inset-x-0 bottom-0 z-10 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)]';

type Look = 'rail' | 'bar';

function NavigationItems({ look }: { look: Look }) {
  const t = useText('frame');
  const status = useQuery(statusQuery);
  const inbox = useQuery(inboxQuery);
  // In the rail the organization's pages have a link of their own.
  const isAccount = useRouterState({
    select: ({ location }) =>
      location.pathname.startsWith('/account') &&
      (look === 'bar' || !location.pathname.startsWith('/account/organization')),
  });
  const hasMailbox = status.data?.instanceOwner && status.data.mailKept;
  return (
    <>
      <NavigationItem
        look={look}
        to="/inbox"
        icon={Inbox}
        label={t('inbox')}
        count={inbox.data?.total ?? 0}
      />
      <NavigationItem look={look} to="/documents" icon={FileText} label={t('documents')} />
      <NavigationItem look={look} to="/templates" icon={LayoutTemplate} label={t('templates')} />
      <NavigationItem look={look} to="/account" icon={UserRound} label={t('account')} isCurrent={isAccount} />
      {hasMailbox && <NavigationItem look={look} to="/mailbox" icon={MailOpen} label={t('mailbox')} />}
    </>
  );
}

type NavigationItemProps = {
  look: Look;
  to:
    | '/inbox'
    | '/documents'
    | '/templates'
    | '/contacts'
    | '/account'
    | '/account/organization'
    | '/mailbox'
    | '/verify'
    | '/docs';
  icon: LucideIcon;
  label: string;
  count?: number;
  /** False where the page that is shown belongs to another link, though its address is below this one. */
  isCurrent?: boolean;
};

function NavigationItem({ look, to, icon: Icon, label, count = 0, isCurrent = true }: NavigationItemProps) {
  const t = useText('frame');
  return (
    <li className={look === 'bar' ? 'min-w-0 flex-auto' : ''}>
      <Link
        to={to}
        className={ITEM_LOOK[look]}
        activeOptions={{ exact: !isCurrent }}
        activeProps={{ className: ACTIVE_LOOK[look] }}
      >
        <Icon aria-hidden size={look === 'bar' ? 22 : 18} className="shrink-0" />
        <span className="min-w-0 max-w-full truncate">{label}</span>
        {count > 0 && (
          <span className={COUNT_LOOK[look]}>
            {count}
            <span className="sr-only"> {t('waitingForYou')}</span>
          </span>
        )}
      </Link>
    </li>
  );
}

const ITEM_LOOK: Record<Look, string> = {
  rail: 'touch flex items-center gap-3 rounded-paper px-3 py-2 no-underline hover:bg-wash',
  bar: 'relative flex min-h-14 flex-col items-center justify-center gap-0.5 px-1 text-13 no-underline',
};

const ACTIVE_LOOK: Record<Look, string> = {
  rail: 'bg-accent-wash font-medium text-accent',
  bar: 'font-medium text-accent',
};

const COUNT_LOOK: Record<Look, string> = {
  rail: 'ms-auto rounded-round bg-accent px-2 text-13 leading-5 font-medium text-on-accent',
  bar: 'absolute top-1 start-1/2 ms-2 rounded-round bg-accent px-1.5 text-13 leading-5 text-on-accent',
};
