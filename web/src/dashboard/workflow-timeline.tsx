import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { TimelineEvent } from '../api/wire.ts';
import { type WorkflowIds, workflowSectionQuery } from '../api/workflows-api.ts';
import { currentLanguage, type TextOf, useText } from '../text/start-text.ts';
import { formatClock, formatMoment } from '../ui/format-time.ts';
import { TimeText } from '../ui/time-text.tsx';
import { Unloaded } from '../ui/unloaded.tsx';
import { changedPartKey, changesOf, eventKey, sittingsOf } from './event-text.ts';
import { SealText } from './seal-text.tsx';

export function WorkflowTimeline({ ids, mayChange }: { ids: WorkflowIds; mayChange: boolean }) {
  const t = useText('documents');
  const timeline = useQuery(workflowSectionQuery(ids, 'timeline', mayChange));
  if (!timeline.data) return <Unloaded query={timeline} />;
  if (timeline.data.length === 0) return <p className="text-muted">{t('noTimeline')}</p>;
  return (
    <ol className="flex flex-col">
      {sittingsOf(timeline.data).map((events) => (
        <TimelineLine key={events[0].id} events={events} />
      ))}
    </ol>
  );
}

type Entry = readonly [TimelineEvent, ...TimelineEvent[]];

/** One event, or the edits of one sitting. */
function TimelineLine({ events }: { events: Entry }) {
  const t = useText('documents');
  const [event] = events;
  const { text, detail, actor } =
    event.event === 'workflow.changed' ? sentenceOfEdits(events, t) : sentenceOf(event, t);
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
        {event.related && <RelatedLink related={event.related} />}
      </div>
    </li>
  );
}

/** To the workflow that this one corrects, or that corrects it. */
function RelatedLink({ related }: { related: NonNullable<TimelineEvent['related']> }) {
  const t = useText('documents');
  const params = { workspaceId: String(related.workspaceId), id: String(related.workflowId) };
  return (
    <p className="text-14">
      <Link to="/documents/$workspaceId/$id" params={params} className="link">
        {t(`related.${related.relation}`)}
      </Link>
    </p>
  );
}

/** The recipient matters more than the sender; a name is not shown twice. */
function sentenceOf(about: TimelineEvent, t: TextOf) {
  const { event, actor, detail, isUnused, replacement, automatic, schedule } = about;
  if (automatic) return { text: t('automatic', automatic), detail, actor: null };
  if (event === 'action.started' && detail) {
    return { text: t('asked', { name: detail }), detail: null, actor: null };
  }
  const key = replacement === null ? eventKey(event, isUnused) : `replacement.${replacement}`;
  const name = nameOf(actor, t);
  const [first, ...more] = [...(detail?.split('\n') ?? []), ...scheduleOf(schedule, t)];
  const shown = (first === name ? more : [first, ...more]).join('\n');
  return { text: key ? t(key) : event, detail: shown || null, actor: name };
}

function sentenceOfEdits(edits: Entry, t: TextOf) {
  const { parts, values } = changesOf(edits);
  const names = parts.map((detail) => {
    const key = changedPartKey(detail);
    return key ? t(key) : detail;
  });
  const schedules = edits.flatMap(({ schedule }) => scheduleOf(schedule, t));
  const [first, last] = [edits[0], edits.at(-1) ?? edits[0]];
  const [from, until] = [first, last].map(({ date }) => formatClock(date, currentLanguage()));
  const text = from === until ? t('event.workflow_changed') : t('editedUntil', { until: until ?? '' });
  return {
    text,
    detail: [names.join(', '), ...values, ...schedules].join('\n'),
    actor: nameOf(first.actor, t),
  };
}

function scheduleOf(schedule: TimelineEvent['schedule'], t: TextOf): string[] {
  if (schedule === null) return [];
  const { date } = schedule;
  return [
    date === null ? t('startsByCall') : t('startsAt', { moment: formatMoment(date, currentLanguage()) }),
  ];
}

function nameOf(actor: TimelineEvent['actor'], t: TextOf): string | null {
  const name = actor?.name ?? actor?.email ?? null;
  if (actor?.agent && actor.allowance)
    return t('by_allowance', { name: name ?? '', agent: actor.agent, ...actor.allowance });
  if (actor?.agent) return t('by_agent', { name: name ?? '', agent: actor.agent });
  if (!actor?.byKey) return name;
  return t('by_key', { name: name ?? '', key: actor.byKey.name, maker: actor.byKey.maker });
}
