import { Link } from '@tanstack/react-router';
import { FolderOpen } from 'lucide-react';
import { useText } from '../text/start-text.ts';
import { buttonClass } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { PageHeader } from '../ui/page-header.tsx';

/** Who has joined and was given no place yet can do nothing here, and learns what helps. */
export function NoWorkspace({ title }: { title: string }) {
  const t = useText('documents');
  return (
    <>
      <PageHeader title={title} />
      <EmptyState
        icon={FolderOpen}
        title={t('noWorkspace')}
        action={
          <Link to="/account/organization/workspaces" className={buttonClass()}>
            {t('openWorkspace')}
          </Link>
        }
      >
        {t('noWorkspaceLead')}
      </EmptyState>
    </>
  );
}
