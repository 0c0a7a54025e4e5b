import { Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '../ui/class-names.ts';
import { STATE_ICON, type StateTone } from '../ui/state-badge.tsx';

/** A sentence with an icon for its tone; the colour only repeats the text. */
export function AnswerText({ tone, children }: { tone: StateTone; children: ReactNode }) {
  const Icon = tone === 'draft' ? Info : tone === 'waiting' ? TriangleAlert : STATE_ICON[tone];
  return (
    <div className="flex items-start gap-2">
      <Icon aria-hidden size={18} className={classNames('mt-0.5 shrink-0', COLOUR[tone])} />
      <div className="min-w-0 max-w-text">{children}</div>
    </div>
  );
}

const COLOUR: Record<StateTone, string> = {
  waiting: 'text-waiting',
  done: 'text-done',
  stopped: 'text-stopped',
  draft: 'text-draft',
};
