/** A person who pauses for longer begins another sitting. */
export const SITTING_PAUSE_SECONDS = 600;

export interface Edit {
  /** Tells people apart; the same for all edits of one. */
  readonly person: string;
  readonly seconds: number;
}

/**
 * The events of one workflow for readers, in their order: those by which one person edited it at one sitting together,
 * every other event by itself. A page saves what is typed every few seconds, and each time is an event of the trail.
 *
 * @param editOf null for an event that is no edit, which ends a sitting
 */
export function joinSittings<Event>(
  events: readonly Event[],
  editOf: (event: Event) => Edit | null,
): (readonly [Event, ...Event[]])[] {
  const groups: [Event, ...Event[]][] = [];
  let last: Edit | null = null;
  for (const event of events) {
    const edit = editOf(event);
    const group = groups.at(-1);
    if (group && edit && last && isSameSitting(last, edit)) group.push(event);
    else groups.push([event]);
    last = edit;
  }
  return groups;
}

function isSameSitting(last: Edit, next: Edit): boolean {
  return next.person === last.person && next.seconds - last.seconds <= SITTING_PAUSE_SECONDS;
}
