import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useText } from '../text/start-text.ts';
import { PageHeader } from '../ui/page-header.tsx';

type AccountAreaProps = { title: string; lead: ReactNode; action?: ReactNode; children: ReactNode };

/** The layout of the account pages, with their navigation. */
export function AccountArea({ title, lead, action, children }: AccountAreaProps) {
  const t = useText('account');
  return (
    <>
      <PageHeader title={title} lead={lead} action={action} />
      <nav aria-label={t('area')} className="mb-5 sm:mb-8">
        <ul className="flex gap-1 overflow-x-auto border-b border-line">
          <li className="shrink-0">
            <Link to="/account" activeOptions={{ exact: true }} className={TAB} activeProps={ACTIVE}>
              {t('title')}
            </Link>
          </li>
          <li className="shrink-0">
            <Link to="/account/signature" className={TAB} activeProps={ACTIVE}>
              {t('kept.signature')}
            </Link>
          </li>
          <li className="shrink-0">
            <Link to="/account/security" className={TAB} activeProps={ACTIVE}>
              {t('security.tab')}
            </Link>
          </li>
          <li className="shrink-0">
            <Link to="/account/mails" className={TAB} activeProps={ACTIVE}>
              {t('mailsTab')}
            </Link>
          </li>
          <li className="shrink-0">
            <Link to="/account/organization" className={TAB} activeProps={ACTIVE}>
              {t('organization')}
            </Link>
          </li>
          <li className="shrink-0">
            <Link to="/account/developers" className={TAB} activeProps={ACTIVE}>
              {t('developers')}
            </Link>
          </li>
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
