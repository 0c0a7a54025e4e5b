import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ListedWorkflow, Workflow } from '../api/wire.ts';
import { useText } from '../text/start-text.ts';
import { PeopleRings } from '../ui/people-rings.tsx';
import { StateBadge } from '../ui/state-badge.tsx';
import { Cell, HeadCell, moveBetweenRows, ROW_ANCHOR, Row, Table } from '../ui/table.tsx';
import { TimeText } from '../ui/time-text.tsx';
import { useMediaQuery } from '../ui/use-media-query.ts';
import { ColumnChoice, SortHead, type Sorting, SortSelect, useColumns } from './documents-columns.tsx';
import type { Column } from './documents-state.ts';
import { PageThumb } from './page-thumb.tsx';
import { SelectionBar, type SelectionBarProps } from './selection-bar.tsx';
import { hasDeadline, peopleOf, toneOfWorkflow } from './workflow-state.ts';

type DocumentsListProps = Sorting & { workspaceId: number; workflows: ListedWorkflow[] };
/** How many the list finds on all of its pages, and how they are found. */
type Found = Pick<SelectionBarProps, 'filter' | 'total'>;

interface Selection {
  readonly ids: ReadonlySet<number>;
  readonly choose: (ids: readonly number[], isChosen: boolean) => void;
}

type ListProps = DocumentsListProps & { selection: Selection };

export function DocumentsList({
  workspaceId,
  workflows,
  sort,
  onSort,
  ...found
}: DocumentsListProps & Found) {
  const isWide = useMediaQuery('(min-width: 768px)');
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
  const choose = (changed: readonly number[], isChosen: boolean) =>
    setIds(new Set([...[...ids].filter((id) => !changed.includes(id)), ...(isChosen ? changed : [])]));
  // One that has left the list meanwhile is not acted on.
  const chosen = workflows.filter(({ id }) => ids.has(id));
  const List = isWide ? WideList : NarrowList;
  return (
    <>
      {chosen.length > 0 && (
        <SelectionBar
          {...{ workspaceId, chosen, ...found }}
          isPageChosen={chosen.length === workflows.length}
          onClear={() => setIds(new Set())}
        />
      )}
      <List {...{ workspaceId, workflows, sort, onSort }} selection={{ ids, choose }} />
    </>
  );
}

/** Above the link that covers the row. */
function ChooseBox({ workflow, selection }: { workflow: Workflow; selection: Selection }) {
  const t = useText('bulk');
  return (
    <label className="relative z-10 -m-3 flex size-11 shrink-0 items-center justify-center">
      <span className="sr-only">{t('choose', { name: workflow.name })}</span>
      <input
        type="checkbox"
        checked={selection.ids.has(workflow.id)}
        onChange={({ target }) => selection.choose([workflow.id], target.checked)}
        className="size-5 accent-accent"
      />
    </label>
  );
}

function ChooseAll({ workflows, selection }: Pick<ListProps, 'workflows' | 'selection'>) {
  const t = useText('bulk');
  const ids = workflows.map(({ id }) => id);
  return (
    <label className="-m-3 flex size-11 items-center justify-center">
      <span className="sr-only">{t('chooseAll')}</span>
      <input
        type="checkbox"
        checked={ids.every((id) => selection.ids.has(id))}
        onChange={({ target }) => selection.choose(ids, target.checked)}
        className="size-5 accent-accent"
      />
    </label>
  );
}

function TagList({ tags }: Pick<Workflow, 'tags'>) {
  if (tags.length === 0) return null;
  return (
    <ul className="mt-1 flex flex-wrap gap-1">
      {tags.map(({ id, name }) => (
        <li key={id} className="rounded-round border border-line px-2 text-13 text-muted">
          {name}
        </li>
      ))}
    </ul>
  );
}

function WideList({ workspaceId, workflows, selection, ...sorting }: ListProps) {
  const t = useText('documents');
  const [columns, show] = useColumns();
  return (
    <>
      <ColumnChoice columns={columns} onChange={show} />
      <div className="overflow-x-auto">
        <Table label={t('title')}>
          <thead>
            <tr>
              <HeadCell className="w-10">
                <ChooseAll workflows={workflows} selection={selection} />
              </HeadCell>
              <SortHead by="name" label={t('column.document')} {...sorting} />
              {columns.map((name) =>
                name === 'people' || name === 'state' ? (
                  <HeadCell key={name}>{t(`column.${name}`)}</HeadCell>
                ) : (
                  <SortHead key={name} by={name} label={t(`column.${name}`)} {...sorting} />
                ),
              )}
            </tr>
          </thead>
          <tbody>
            {workflows.map((workflow) => (
              <Row key={workflow.id}>
                <Cell>
                  <ChooseBox workflow={workflow} selection={selection} />
                </Cell>
                <Cell>
                  <div className="flex items-center gap-3">
                    <PageThumb file={workflow.documents[0]?.file} />
                    <div className="min-w-0">
                      <WorkflowLink workspaceId={workspaceId} workflow={workflow} />
                      <p className="text-13 text-muted">
                        <SendDate workflow={workflow} />
                      </p>
                      <TagList tags={workflow.tags} />
                    </div>
                  </div>
                </Cell>
                {columns.map((name) => (
                  <Cell key={name} className="text-14 text-muted">
                    <ColumnValue name={name} workflow={workflow} />
                  </Cell>
                ))}
              </Row>
            ))}
          </tbody>
        </Table>
      </div>
    </>
  );
}

function ColumnValue({ name, workflow }: { name: Column; workflow: ListedWorkflow }) {
  switch (name) {
    case 'people':
      return (
        <>
          <Rings workflow={workflow} />
          <Waiting workflow={workflow} />
        </>
      );
    case 'state':
      return <WorkflowBadge workflow={workflow} />;
    case 'created':
      return <TimeText seconds={workflow.createDate} />;
    case 'changed':
      return <TimeText seconds={workflow.changeDate} />;
    case 'deadline':
      return <Deadline workflow={workflow} />;
  }
}

function NarrowList({ workspaceId, workflows, selection, ...sorting }: ListProps) {
  const t = useText('documents');
  return (
    <>
      <SortSelect {...sorting} />
      <ul
        aria-label={t('title')}
        onKeyDown={moveBetweenRows}
        className="divide-y divide-line border-y border-line"
      >
        {workflows.map((workflow) => (
          <li key={workflow.id} className="relative isolate flex gap-3 py-4 focus-within:bg-wash">
            <ChooseBox workflow={workflow} selection={selection} />
            <PageThumb file={workflow.documents[0]?.file} />
            <div className="flex min-w-0 flex-1 flex-col items-start gap-2">
              <WorkflowLink workspaceId={workspaceId} workflow={workflow} />
              <WorkflowBadge workflow={workflow} />
              <Rings workflow={workflow} />
              <Waiting workflow={workflow} />
              <p className="text-13 text-muted empty:hidden">
                <Deadline workflow={workflow} />
              </p>
              <TagList tags={workflow.tags} />
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}

/** The link covers the whole row, which makes a large target. */
function WorkflowLink({ workspaceId, workflow }: { workspaceId: number; workflow: Workflow }) {
  return (
    <Link
      {...ROW_ANCHOR}
      to="/documents/$workspaceId/$id"
      params={{ workspaceId: String(workspaceId), id: String(workflow.id) }}
      className="font-medium no-underline after:absolute after:inset-0 hover:underline"
    >
      {workflow.name}
    </Link>
  );
}

export function WorkflowBadge({ workflow }: { workflow: Pick<Workflow, 'status'> }) {
  const t = useText('documents');
  return <StateBadge tone={toneOfWorkflow(workflow.status)} word={t(`status.${workflow.status}`)} />;
}

type Dates = Pick<Workflow, 'status' | 'createDate' | 'startDate' | 'scheduledStartDate'>;

export function SendDate({ workflow }: { workflow: Dates }) {
  const t = useText('documents');
  const { status, createDate, startDate, scheduledStartDate } = workflow;
  if (status === 'not_started' && scheduledStartDate !== null) {
    return (
      <>
        {t('toBeSent')} <TimeText seconds={scheduledStartDate} isDeadline />
      </>
    );
  }
  return (
    <>
      {startDate === null ? t('created') : t('sentOn')} <TimeText seconds={startDate ?? createDate} />
    </>
  );
}

function Rings({ workflow }: { workflow: Workflow }) {
  const t = useText('documents');
  const people = peopleOf(workflow).map(({ recipient, state, tone }) => ({
    key: String(recipient.id),
    name: recipient.name,
    tone,
    state: t(`person.${state}`),
  }));
  return <PeopleRings label={t('column.people')} people={people} />;
}

const NAMES_MAX = 3;

/** For whom others wait, and since when: whom they wait for longest. */
function Waiting({ workflow: { pendingActions, recipients } }: { workflow: ListedWorkflow }) {
  const t = useText('documents');
  const since = pendingActions.flatMap(({ startDate }) => startDate ?? []);
  if (since.length === 0) return null;
  const names = new Set(
    pendingActions.map(
      ({ recipientId, recipientEmail }) =>
        recipients.find(({ id }) => id === recipientId)?.name ?? recipientEmail,
    ),
  );
  const shown = [...names].slice(0, NAMES_MAX);
  return (
    <p className="mt-1 text-13 break-words text-muted">
      {t('waitsFor', { names: [...shown, ...(names.size > NAMES_MAX ? ['…'] : [])].join(', ') })}{' '}
      <TimeText seconds={Math.min(...since)} />
    </p>
  );
}

function Deadline({ workflow }: { workflow: Workflow }) {
  if (!hasDeadline(workflow.status)) return null;
  return <TimeText seconds={workflow.expiryDate} isDeadline />;
}
