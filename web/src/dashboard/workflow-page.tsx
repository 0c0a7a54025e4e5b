import { isFinal } from '@paraph/domain';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { ChevronLeft } from 'lucide-react';
import { profileQuery } from '../api/account-api.ts';
import { ApiError } from '../api/call.ts';
import type { Workflow, WorkflowDetail } from '../api/wire.ts';
import {
  type WorkflowIds,
  workflowQuery,
  workflowSectionQuery,
  workspacesQuery,
} from '../api/workflows-api.ts';
import { useText } from '../text/start-text.ts';
import { BACK_LINK } from '../ui/back-link.ts';
import { buttonClass } from '../ui/button.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { TimeText } from '../ui/time-text.tsx';
import { FailedQuery } from '../ui/unloaded.tsx';
import { BlockedBanner, DelayedBanner, StartFailedBanner } from './blocked-banner.tsx';
import { ChangeDeadline } from './change-deadline.tsx';
import { SendDate, WorkflowBadge } from './documents-list.tsx';
import { NextInPerson } from './in-person-actions.tsx';
import { isSignedBySandbox } from './level-state.ts';
import { ScheduledStart } from './scheduled-start.tsx';
import { useLevels } from './use-levels.ts';
import { useWitnessNames } from './use-witness-names.ts';
import { WorkflowActions } from './workflow-actions.tsx';
import { WorkflowAnnexes } from './workflow-annexes.tsx';
import { WorkflowAttachments } from './workflow-attachments.tsx';
import { WorkflowDeliveries } from './workflow-deliveries.tsx';
import { WorkflowFiles } from './workflow-files.tsx';
import { WorkflowFollowers } from './workflow-followers.tsx';
import { WorkflowMails } from './workflow-mails.tsx';
import { WorkflowRetentionSection } from './workflow-retention.tsx';
import {
  delayOf,
  hasDeadline,
  mayRetry,
  mayStillChange,
  progressOf,
  rightsOf,
  startFailureOf,
  type WorkflowRights,
} from './workflow-state.ts';
import { WorkflowSteps } from './workflow-steps.tsx';
import { WorkflowTimeline } from './workflow-timeline.tsx';
import { WorkflowTransfer } from './workflow-transfer.tsx';

export default function WorkflowPage() {
  const t = useText('documents');
  const params = useParams({ from: '/app/documents/$workspaceId/$id' });
  const ids = { workspaceId: Number(params.workspaceId), id: Number(params.id) };
  const query = useQuery({ ...workflowQuery(ids, mayStillChange), select: useWitnessNames() });
  if (query.data) return <Detail ids={ids} workflow={query.data} />;
  if (query.isPending) return <Skeleton lines={8} />;
  if (query.error instanceof ApiError && query.error.status === 404) {
    return (
      <>
        <PageHeader title={t('goneTitle')} lead={t('goneLead')} />
        <Link to="/documents" search={{}} className={buttonClass()}>
          {t('backToList')}
        </Link>
      </>
    );
  }
  return <FailedQuery query={query} />;
}

type DetailProps = { ids: WorkflowIds; workflow: WorkflowDetail };

function Detail({ ids, workflow }: DetailProps) {
  const t = useText('documents');
  const mayChange = mayStillChange(workflow);
  const rights = useWorkflowRights(workflow);
  const { mayEdit } = rights;
  const timeline = useQuery(workflowSectionQuery(ids, 'timeline', mayChange)).data ?? [];
  const seals = timeline.flatMap(({ seal }) => seal ?? []);
  const delay = delayOf(workflow.status, timeline);
  const startFailure = startFailureOf(workflow.status, timeline);
  return (
    <>
      <PageHeader
        title={workflow.name}
        above={<BackLink />}
        lead={<Lead ids={ids} workflow={workflow} mayEdit={mayEdit} />}
        action={<WorkflowActions ids={ids} workflow={workflow} rights={rights} />}
      />
      {mayRetry(workflow.status) && (
        <BlockedBanner ids={ids} cause={workflow.blockedCause} mayRetry={mayEdit} />
      )}
      {delay !== null && <DelayedBanner cause={delay} />}
      {startFailure !== null && <StartFailedBanner cause={startFailure} />}
      {workflow.status === 'not_started' && (
        <ScheduledStart ids={ids} workflow={workflow} mayEdit={mayEdit} />
      )}
      {mayEdit && <NextInPerson ids={ids} workflow={workflow} />}
      <div className="grid gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <section aria-labelledby="people-heading">
          <h2 id="people-heading" className="mb-4 text-20 font-semibold">
            {t('people')}
          </h2>
          <WorkflowSteps ids={ids} workflow={workflow} mayEdit={mayEdit} />
          <WorkflowFollowers ids={ids} workflow={workflow} mayEdit={mayEdit} />
        </section>
        <section aria-labelledby="files-heading">
          <h2 id="files-heading" className="mb-4 text-20 font-semibold">
            {t('files')}
          </h2>
          <WorkflowFiles ids={ids} workflow={workflow} seals={seals} />
          <WorkflowAnnexes owner={{ kind: 'workflows', ...ids }} />
          <WorkflowAttachments ids={ids} workflow={workflow} mayChange={mayChange} />
          {workflow.status === 'signed' && <WorkflowTransfer ids={ids} mayStart={mayEdit} />}
          <WorkflowRetentionSection workflow={workflow} />
        </section>
      </div>
      <div className="mt-10">
        <Tabs
          label={t('record')}
          tabs={[
            {
              value: 'timeline',
              label: t('timeline'),
              content: <WorkflowTimeline ids={ids} mayChange={mayChange} />,
            },
            {
              value: 'mails',
              label: t('mails'),
              content: <WorkflowMails ids={ids} mayChange={mayChange} mayRetry={mayEdit} />,
            },
            {
              value: 'deliveries',
              label: t('deliveries'),
              content: <WorkflowDeliveries ids={ids} mayChange={mayChange} mayReplay={mayEdit} />,
            },
          ]}
        />
      </div>
    </>
  );
}

const NONE: WorkflowRights = { mayEdit: false, mayDelete: false, mayDuplicate: false };

/** No rights until the role is known, so that no button is shown that the server would refuse. */
function useWorkflowRights({ workspaceId, creator }: Workflow): WorkflowRights {
  const profile = useQuery(profileQuery).data;
  const workspace = useQuery(workspacesQuery).data?.find(({ id }) => id === workspaceId);
  if (!profile || !workspace) return NONE;
  return rightsOf({ permissions: workspace.permissions, userId: profile.id }, creator.id);
}

function BackLink() {
  const t = useText('documents');
  return (
    <Link to="/documents" search={{}} className={BACK_LINK}>
      <ChevronLeft aria-hidden size={16} />
      {t('title')}
    </Link>
  );
}

function LevelOfDocument({ workflow }: Pick<DetailProps, 'workflow'>) {
  const t = useText('documents');
  const send = useText('send');
  const offers = useLevels(workflow.workspaceId);
  const level = t(`level.${workflow.type}`);
  return <span>{isSignedBySandbox(workflow, offers) ? send('levelBySandbox', { level }) : level}</span>;
}

/** State, progress, level, date and deadline. */
function Lead({ ids, workflow, mayEdit }: DetailProps & { mayEdit: boolean }) {
  const t = useText('documents');
  const { done, total } = progressOf(workflow.steps, workflow.choices);
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2 text-14">
      <WorkflowBadge workflow={workflow} />
      {!isFinal(workflow.status) && <span>{t('progress', { done, total })}</span>}
      {workflow.type !== 'simple' && <LevelOfDocument workflow={workflow} />}
      <span>
        <SendDate workflow={workflow} />
      </span>
      {hasDeadline(workflow.status) && (
        <span>
          {t('deadline')} <TimeText seconds={workflow.expiryDate} isDeadline />
        </span>
      )}
      {mayEdit && hasDeadline(workflow.status) && <ChangeDeadline ids={ids} workflow={workflow} />}
    </div>
  );
}
