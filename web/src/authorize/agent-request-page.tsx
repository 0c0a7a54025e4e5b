import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { SignInWays } from '../account/sign-in-ways.tsx';
import { type AgentRequest, agentRequestQuery, decideAgentRequest } from '../api/agents-api.ts';
import { ApiError } from '../api/call.ts';
import { currentLanguage, useText } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { formatBytes } from '../ui/format-time.ts';
import { OutsideFrame } from '../ui/outside-frame.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { TimeText } from '../ui/time-text.tsx';
import { FailedQuery } from '../ui/unloaded.tsx';

/** Where a person decides what an agent asks for; nothing was done before, and an agent cannot press. */
export default function AgentRequestPage() {
  const t = useText('authorize');
  const { requestId } = useParams({ from: '/confirm/$requestId' });
  const request = useQuery(agentRequestQuery(requestId));
  if (request.isPending) return <Skeleton className="mx-auto max-w-form px-4 py-16" />;
  if (request.error instanceof ApiError && request.error.status === 401)
    return (
      <OutsideFrame title={t('ask.signInTitle')} lead={t('ask.signInLead')}>
        <SignInWays onSignedIn={() => void request.refetch()} returnTo={window.location.pathname} />
      </OutsideFrame>
    );
  if (request.error)
    return (
      <OutsideFrame title={t('ask.errorTitle')} lead={t('ask.errorLead')}>
        <FailedQuery query={request} />
      </OutsideFrame>
    );
  const { state } = request.data;
  if (state === 'waiting') return <Question request={request.data} />;
  return (
    <OutsideFrame title={t(`ask.${state}`)} lead={t(`ask.${state}Lead`)} isAnswer>
      <DocumentLink request={request.data} />
    </OutsideFrame>
  );
}

function Question({ request }: { request: AgentRequest }) {
  const t = useText('authorize');
  const client = useQueryClient();
  const { act, agent, forUser, digest } = request;
  const query = agentRequestQuery(request.id);
  const decision = useMutation({
    mutationFn: (answer: 'confirm' | 'deny') => decideAgentRequest(request.id, { decision: answer, digest }),
    onSuccess: (decided) => client.setQueryData(query.queryKey, decided),
    // What it shows may be out of date.
    onError: () => void client.invalidateQueries({ queryKey: query.queryKey }),
  });
  return (
    <OutsideFrame
      title={t(`ask.${act}`)}
      lead={t('ask.lead', { agent: agent.name, user: `${forUser.name} (${forUser.email})` })}
    >
      <Facts request={request} />
      {agent.clientId !== null && (
        <p className="break-all text-13 text-muted">{t('ask.client', { id: agent.clientId })}</p>
      )}
      <ErrorBanner error={decision.error} />
      <div className="flex flex-col gap-3 sm:flex-row-reverse">
        <Button
          variant={act === 'send' ? 'primary' : 'danger'}
          className="flex-1"
          busy={decision.isPending && decision.variables === 'confirm'}
          disabled={decision.isPending}
          onClick={() => decision.mutate('confirm')}
        >
          {t(act === 'send' ? 'ask.pressSend' : 'ask.pressCancel')}
        </Button>
        <Button
          className="flex-1"
          busy={decision.isPending && decision.variables === 'deny'}
          disabled={decision.isPending}
          onClick={() => decision.mutate('deny')}
        >
          {t('ask.deny')}
        </Button>
      </div>
    </OutsideFrame>
  );
}

/** All that people would get, in full: nothing is shortened here. */
function Facts({ request }: { request: AgentRequest }) {
  const t = useText('authorize');
  const words = useText('organization');
  const language = currentLanguage();
  const { workflow, reason } = request;
  return (
    <dl className="flex flex-col divide-y divide-line border-y border-line">
      <Fact label={t('ask.document')}>
        <span className="break-words font-medium">{workflow.name}</span>
        <br />
        <DocumentLink request={request} />
      </Fact>
      {reason !== null && <Fact label={t('ask.reason')}>{reason}</Fact>}
      <Fact label={t('ask.people')}>
        <ol className="flex flex-col gap-1">
          {peopleOf(workflow).map(({ place, type, name, email }) => (
            <li key={`${place} ${email}`} className="break-words">
              {`${place}. ${name}`} · {t(`ask.${type}`)}
              <bdi className="block text-14 text-muted">{email}</bdi>
            </li>
          ))}
        </ol>
      </Fact>
      {workflow.followers.length > 0 && (
        <Fact label={t('ask.followers')}>
          {workflow.followers.map(({ name, email }) => (
            <div key={email} className="break-words">
              {name}
              <bdi className="block text-14 text-muted">{email}</bdi>
            </div>
          ))}
        </Fact>
      )}
      <Fact label={t('ask.files')}>
        {workflow.documents.map(({ id, name, size }) => (
          <div key={id} className="break-words">
            {name} · {formatBytes(size, language)}
          </div>
        ))}
      </Fact>
      <Fact label={t('ask.message')}>
        <span className="whitespace-pre-wrap break-words">
          {workflow.senderMessage ?? t('ask.noMessage')}
        </span>
      </Fact>
      <Fact label={t('ask.level')}>{words(`level.${workflow.type}`)}</Fact>
      <Fact label={t('ask.deadline')}>
        <TimeText seconds={workflow.expiryDate} />
      </Fact>
    </dl>
  );
}

/** Who is asked, with the step from 1. */
function peopleOf({ steps }: AgentRequest['workflow']) {
  return steps.flatMap(({ type, recipients }, index) =>
    recipients.map((person) => ({ ...person, type, place: index + 1 })),
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="py-3">
      <dt className="text-14 text-muted">{label}</dt>
      <dd className="mt-1">{children}</dd>
    </div>
  );
}

function DocumentLink({ request: { workflow } }: { request: AgentRequest }) {
  const t = useText('authorize');
  const params = { workspaceId: String(workflow.workspaceId), id: String(workflow.id) };
  return (
    <Link to="/documents/$workspaceId/$id" params={params} className="link py-1">
      {t('ask.open')}
    </Link>
  );
}
