import { useQuery } from '@tanstack/react-query';
import type { TimelineEvent } from '../api/wire.ts';
import { type WorkflowIds, workflowPartQuery } from '../api/workflows-api.ts';
import { type TextOf, useText } from '../text/start-text.ts';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { TimeText } from '../ui/time-text.tsx';
import { changedPartKeys, eventKey } from './event-text.ts';
import { SealText } from './seal-text.tsx';

export function WorkflowTimeline({ ids, mayChange }: { ids: WorkflowIds; mayChange: boolean }) {
  const t = useText('documents');
  const timeline = useQuery(workflowPartQuery(ids, 'timeline', mayChange));
  if (timeline.isPending) return <Skeleton />;
  if (timeline.error && !timeline.data) return <ErrorBanner error={timeline.error} />;
  if (timeline.data.length === 0) return <p className="text-muted">{t('noTimeline')}</p>;
  return (
    <ol className="flex flex-col">
      {timeline.data.map((event) => (
        <TimelineLine key={event.id} event={event} />
      ))}
    </ol>
  );
}

function TimelineLine({ event }: { event: TimelineEvent }) {
  const t = useText('documents');
  const { text, detail, actor } = sentenceOf(event, t);
  return (
    <li className="grid gap-x-6 border-b border-line py-3 md:grid-cols-[12rem_1fr]">
      <p className="text-14 text-muted">
        <TimeText seconds={event.date} />
      </p>
      <div className="min-w-0 max-w-text">
        <p>
          {text}
          {actor && <span className="text-muted"> · {actor}</span>}
        </p>
        {detail && <p className="text-14 whitespace-pre-line break-words text-muted">{detail}</p>}
        {event.seal && <SealText seal={event.seal} />}
      </div>
    </li>
  );
}

/** The recipient matters more than the sender; a name is not shown twice. */
function sentenceOf({ event, actor, detail, isUnused }: TimelineEvent, t: TextOf) {
  if (event === 'action.started' && detail) {
    return { text: t('asked', { name: detail }), detail: null, actor: null };
  }
  if (event === 'workflow.changed' && detail) {
    const [names = '', ...values] = detail.split('\n');
    const parts = changedPartKeys(names)
      ?.map((key) => t(key))
      .join(', ');
    const lines = [parts ?? names, ...values].join('\n');
    return { text: t('event.workflow_changed'), detail: lines, actor: nameOf(actor, t) };
  }
  const key = eventKey(event, isUnused);
  const name = nameOf(actor, t);
  const [first, ...more] = detail?.split('\n') ?? [];
  const shown = first === name ? more.join('\n') : detail;
  return { text: key ? t(key) : event, detail: shown || null, actor: name };
}

function nameOf(actor: TimelineEvent['actor'], t: TextOf): string | null {
  const name = actor?.name ?? actor?.email ?? null;
  if (!actor?.byKey) return name;
  return t('by_key', { name: name ?? '', key: actor.byKey.name, maker: actor.byKey.maker });
}
