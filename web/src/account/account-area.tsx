import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useText } from '../text/start-text.ts';
import { PageHeader } from '../ui/page-header.tsx';

type AccountAreaProps = { title: string; lead: ReactNode; action?: ReactNode; children: ReactNode };

/** The layout of the account pages, with their navigation. */
export function AccountArea({ title, lead, action, children }: AccountAreaProps) {
  const t = useText('account');
  const tabs = [
    ['/account', t('title')],
    ['/account/signature', t('kept.signature')],
    ['/account/security', t('security.tab')],
    ['/account/mails', t('mailsTab')],
    ['/account/organization', t('organization')],
    ['/account/developers', t('developers')],
  ] as const;
  return (
    <>
      <PageHeader title={title} lead={lead} action={action} />
      <nav aria-label={t('area')} className="mb-5 sm:mb-8">
        {/* In lines rather than scrolled: the tab of this page is in sight, however long its language. */}
        <ul className="flex flex-wrap gap-x-1 border-b border-line">
          {tabs.map(([to, label]) => (
            <li key={to}>
              <Link to={to} activeOptions={{ exact: to === '/account' }} className={TAB} activeProps={ACTIVE}>
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {children}
    </>
  );
}

const TAB =
  'touch -mb-px inline-flex items-center whitespace-nowrap border-b-2 border-transparent px-2.5 py-2 ' +
  'font-medium no-underline text-14 sm:px-3 sm:text-16 ' +
  'text-muted hover:text-ink focus-visible:-outline-offset-2 [&.active]:border-accent [&.active]:text-ink ' +
  // The system's colours would show a line that is transparent.
  'forced-colors:border-[Canvas] forced-colors:[&.active]:border-[Highlight]';
const ACTIVE = { className: 'active' };
