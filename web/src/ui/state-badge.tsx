import { CircleCheck, CircleDashed, CircleX, Clock, type LucideIcon } from 'lucide-react';
import { classNames } from './class-names.ts';

export type StateTone = 'waiting' | 'done' | 'stopped' | 'draft';

/** A state as icon and word; the colour only repeats them. */
export function StateBadge({ tone, word, icon }: { tone: StateTone; word: string; icon?: LucideIcon }) {
  const Icon = icon ?? STATE_ICON[tone];
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-1.5 rounded-round md:whitespace-nowrap px-2.5 py-0.5 text-14 font-medium',
        LOOK[tone],
      )}
    >
      <Icon aria-hidden size={15} className="shrink-0" />
      {word}
    </span>
  );
}

export const STATE_ICON: Record<StateTone, LucideIcon> = {
  waiting: Clock,
  done: CircleCheck,
  stopped: CircleX,
  draft: CircleDashed,
};

const LOOK: Record<StateTone, string> = {
  waiting: 'bg-waiting-wash text-waiting',
  done: 'bg-done-wash text-done',
  stopped: 'bg-stopped-wash text-stopped',
  draft: 'bg-draft-wash text-draft',
};
