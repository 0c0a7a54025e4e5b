import { Link } from '@tanstack/react-router';
import { FolderOpen } from 'lucide-react';
import { useText } from '../text/start-text.ts';
import { buttonClass } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { PageHeader } from '../ui/page-header.tsx';

/** For members without a workspace: explains what to do. */
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
