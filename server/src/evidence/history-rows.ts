import { formatMessage, joinSittings, replacementKindOf } from '@paraph/domain';
import { clockText, dayText } from './completion-people.ts';
import type { EvidenceView } from './compose-document.ts';
import { textOf } from './recorded-act.ts';
import type { CompletionTexts } from './texts/texts-in.ts';

type Record = EvidenceView['record'];
type Event = Record['events'][number];

/** What happened, for people: one row for each event, and one for all edits of a sitting. */
export function historyRows(record: Record, texts: CompletionTexts): string[][] {
  return joinSittings(record.events, editOf).map((events) => {
    const [first] = events;
    const { name, email, ip } = actorOf(first);
    return [
      `${dayText(first.time)} ${clockText(first.time)}`,
      first.name === 'workflow.changed' ? sayEdits(events, texts) : sayEvent(record, first, texts),
      name ?? email ?? texts.service,
      ip ?? '',
    ];
  });
}

function editOf(event: Event) {
  if (event.name !== 'workflow.changed') return null;
  const { email, name } = actorOf(event);
  return { person: `${email} ${name}`, seconds: Date.parse(event.time) / 1000 };
}

function actorOf({ actor }: Event) {
  const { name, email, ip, kind } = (actor ?? {}) as { [key: string]: unknown };
  return { name: textOf(name), email: textOf(email), ip: textOf(ip), kind: textOf(kind) };
}

/** “Edited the fields, the people, until 14:05:06” */
function sayEdits(events: readonly [Event, ...Event[]], texts: CompletionTexts): string {
  const names = events.flatMap(({ detail }) => textOf(detail.parts)?.split(', ') ?? []);
  const deadline = events.map(({ detail }) => Number(detail.expiryDate)).findLast((seconds) => seconds > 0);
  const sayPart = (name: string) =>
    name === 'expiryDate' && deadline !== undefined
      ? formatMessage(texts.deadlineTo, { moment: momentText(deadline) })
      : (texts.editedParts[name] ?? name);
  const edited = [...new Set(names)].map(sayPart).join(', ');
  const [from, until] = [events[0].time, (events.at(-1) ?? events[0]).time].map(clockText);
  if (from === until) return formatMessage(texts.edited, { parts: edited });
  return formatMessage(texts.editedUntil, { parts: edited, until: until ?? '' });
}

function momentText(seconds: number): string {
  const time = new Date(seconds * 1_000).toISOString();
  return `${dayText(time)} ${clockText(time)}`;
}

function sayEvent(record: Record, event: Event, texts: CompletionTexts): string {
  const { name, detail } = event;
  if (name === 'recipient.reassigned') return sayReplacement(event, texts);
  const what = texts.events[name] ?? name;
  if (name === 'mailbox.proven') return `${what}: ${detail.to} (${detail.publicLinkName})`;
  const about = typeof detail.to === 'string' ? detail.to : askedOf(record, name, detail.actionId);
  return about === null ? what : `${what}: ${about}`;
}

function sayReplacement(event: Event, texts: CompletionTexts): string {
  const text = (key: string) => textOf(event.detail[key]) ?? '';
  const [former, name] = [text('formerName'), text('recipientName')];
  const isByRecipient = actorOf(event).kind === 'recipient';
  const kind = replacementKindOf({ name, isByRecipient }, { name: former });
  const [formerEmail, email] = [text('formerEmail'), text('recipientEmail')];
  return formatMessage(texts.replacements[kind], { former, formerEmail, name, email });
}

/** Who was asked, or is not needed any more: the actor of that event is who acted before. */
function askedOf({ signers }: Record, name: string, actionId: unknown): string | null {
  if (name !== 'action.started' && name !== 'action.released') return null;
  return signers.find((signer) => signer.actionId === actionId)?.name ?? null;
}
