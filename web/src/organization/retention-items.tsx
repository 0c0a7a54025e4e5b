import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { runItemsQuery } from '../api/retention-api.ts';
import type { RetentionItem, RetentionRun } from '../api/wire.ts';
import { useText } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Pager } from '../ui/pager.tsx';
import { TimeText } from '../ui/time-text.tsx';
import { Unloaded } from '../ui/unloaded.tsx';

type ItemsProps = { organizationId: number; run: RetentionRun };

/** Opens the list of the documents that a run found due. */
export function RunItems({ organizationId, run }: ItemsProps) {
  const t = useText('retention');
  const [isOpen, setOpen] = useState(false);
  const total = run.due + run.held + run.failed;
  if (total === 0) return null;
  return (
    <>
      <Button isSmall className="self-start" onClick={() => setOpen(true)}>
        {t('showItems', { count: total })}
      </Button>
      <Dialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={t(run.kind)}
        description={t(run.kind === 'dry' ? 'itemsDry' : 'itemsNightly')}
      >
        <ItemList organizationId={organizationId} run={run} />
      </Dialog>
    </>
  );
}

function ItemList({ organizationId, run }: ItemsProps) {
  const [page, setPage] = useState(1);
  const query = useQuery(runItemsQuery(organizationId, run.id, page));
  if (!query.data) return <Unloaded query={query} lines={4} />;
  return (
    <>
      <ul className="flex flex-col border-b border-line">
        {query.data.items.map((item) => (
          <ItemRow key={item.workflowId} item={item} isDry={run.kind === 'dry'} />
        ))}
      </ul>
      <Pager page={page} pages={query.data.pages} onPage={setPage} />
    </>
  );
}

/** An erased document has its number only; any other document is a page away. */
function ItemRow({ item, isDry }: { item: RetentionItem; isDry: boolean }) {
  const t = useText('retention');
  const name = item.name ?? t('keepsWorkflow', { id: item.workflowId });
  const outcome = item.outcome === 'due' && !isDry ? 'erased' : item.outcome;
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 border-t border-line py-2">
      <span className="min-w-0 flex-1 basis-60">
        {item.name !== null ? (
          <Link
            to="/documents/$workspaceId/$id"
            params={{ workspaceId: String(item.workspaceId), id: String(item.workflowId) }}
            className="font-medium underline"
          >
            {name}
          </Link>
        ) : (
          name
        )}
        <span className="block text-14 text-muted">
          {t(`rule_${item.rule}`)} <TimeText seconds={item.dueDate} />
        </span>
      </span>
      <span className="text-14">{t(`outcome_${outcome}`)}</span>
    </li>
  );
}
