import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type BulkIds, bulkRowsQuery } from '../api/bulk-api.ts';
import type { BulkJob, BulkRow, Workflow } from '../api/wire.ts';
import { WorkflowBadge } from '../dashboard/documents-list.tsx';
import { useText } from '../text/start-text.ts';
import { useSayer } from '../text/use-sayer.ts';
import { classNames } from '../ui/class-names.ts';
import { Pager } from '../ui/pager.tsx';
import { StateBadge } from '../ui/state-badge.tsx';
import { Cell, HeadCell, ROW_ANCHOR, Row, Table } from '../ui/table.tsx';
import { Unloaded } from '../ui/unloaded.tsx';
import { cellsText, countOf, namedProblem, ROW_FILTERS, type RowFilter, toneOfRow } from './bulk-state.ts';

interface BulkRowsProps {
  readonly ids: BulkIds;
  readonly job: BulkJob;
}

/** Its rows a page at a time: what is wrong with each, or which document it has become. */
export function BulkRows({ ids, job }: BulkRowsProps) {
  const t = useText('many');
  const [chosen, setFilter] = useState<RowFilter | null>(null);
  const [page, setPage] = useState(1);
  // What is wrong comes first, until a person chooses.
  const filter = chosen ?? (job.state === 'ready' && job.invalid > 0 ? 'invalid' : 'all');
  const choose = (next: RowFilter) => {
    setFilter(next);
    setPage(1);
  };
  const shown = filter === 'all' ? { page } : { state: filter, page };
  const list = useQuery(bulkRowsQuery(ids, job, shown));
  return (
    <section aria-labelledby="bulk-rows">
      <h2 id="bulk-rows" className="mb-3 text-20 font-semibold">
        {t('rows')}
      </h2>
      <fieldset className="mb-4 flex min-w-0 flex-wrap gap-2">
        <legend className="sr-only">{t('filter')}</legend>
        {ROW_FILTERS.map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={each === filter}
            onClick={() => choose(each)}
            className={classNames(
              'min-h-11 rounded-round border px-4 text-14 font-medium transition-colors',
              each === filter
                ? 'border-accent bg-accent-wash text-accent'
                : 'border-edge bg-surface hover:bg-wash',
            )}
          >
            {t(`show.${each}`)}
            <span className="ms-2 font-normal tabular-nums">{countOf(each, job)}</span>
          </button>
        ))}
      </fieldset>
      {list.data ? (
        <RowTable ids={ids} job={job} rows={list.data.items} />
      ) : (
        <Unloaded query={list} lines={6} />
      )}
      <Pager page={page} pages={list.data?.pages ?? 1} onPage={setPage} />
    </section>
  );
}

function RowTable({ ids, job, rows }: BulkRowsProps & { rows: readonly BulkRow[] }) {
  const t = useText('many');
  if (rows.length === 0) return <p className="text-muted">{t('noRows')}</p>;
  return (
    <div className="overflow-x-auto">
      <Table label={t('rows')}>
        <thead>
          <tr>
            <HeadCell className="w-14">{t('row')}</HeadCell>
            <HeadCell>{t('column.state')}</HeadCell>
            <HeadCell>{t('column.says')}</HeadCell>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.row}>
              <Cell className="align-top tabular-nums">{row.row}</Cell>
              <Cell className="min-w-40 align-top">
                <RowState row={row} />
              </Cell>
              <Cell className="align-top text-14 break-words">
                <DocumentLink ids={ids} row={row} />
                <RowSays job={job} row={row} />
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </div>
  );
}

function DocumentLink({ ids, row }: { ids: BulkIds; row: BulkRow }) {
  const t = useText('many');
  if (row.workflowId === null) return null;
  return (
    <Link
      {...ROW_ANCHOR}
      to="/documents/$workspaceId/$id"
      params={{ workspaceId: String(ids.workspaceId), id: String(row.workflowId) }}
      className="link inline-block min-h-6 after:absolute after:inset-0"
    >
      {t('documentOf', { row: row.row })}
    </Link>
  );
}

/** Of the document, once there is one. */
function RowState({ row }: { row: BulkRow }) {
  const t = useText('many');
  if (row.status !== null) return <WorkflowBadge workflow={{ status: row.status as Workflow['status'] }} />;
  const isGone = row.state === 'sent';
  return <StateBadge tone={toneOfRow(row)} word={t(isGone ? 'deleted' : `rowState.${row.state}`)} />;
}

/** What is wrong, column by column, and who is asked twice. */
function RowSays({ job, row }: { job: BulkJob; row: BulkRow }) {
  const t = useText('many');
  const say = useSayer(row.problems.length > 0);
  const cellOf = (column: string | null) =>
    row.cells?.[job.columns.findIndex(({ heading }) => heading === column)]?.trim() ?? '';
  return (
    <>
      {row.key !== null && <p className="font-medium">{row.key}</p>}
      {row.problems.length === 0 && row.cells !== null && <p className="text-muted">{cellsText(row)}</p>}
      <ul className="flex flex-col gap-1">
        {row.problems.map(namedProblem).map(({ column, name, problem }) => (
          <li key={`${name} ${problem}`}>
            {name !== null && (
              <span className="font-medium">
                <bdi>{name}</bdi>
                {cellOf(column) !== '' && (
                  <>
                    {' '}
                    (<bdi>{cellOf(column)}</bdi>)
                  </>
                )}
                :{' '}
              </span>
            )}
            {say(problem)}
          </li>
        ))}
      </ul>
      {row.samePeopleAs !== null && <p className="text-waiting">{t('sameAs', { row: row.samePeopleAs })}</p>}
    </>
  );
}
