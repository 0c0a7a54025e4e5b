import { CircleCheck, CircleHelp, CircleX, type LucideIcon, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '../ui/class-names.ts';
import type { StateTone } from '../ui/state-badge.tsx';

type VerdictPanelProps = { tone: StateTone; sentence: string; children?: ReactNode };

/** The answer for the whole document, before everything else: one sentence, one colour, one icon. */
export function VerdictPanel({ tone, sentence, children }: VerdictPanelProps) {
  const Icon = ICON[tone];
  return (
    <div
      role="status"
      className={classNames('flex items-start gap-3 rounded-paper border-s-4 p-4 md:p-5', LOOK[tone])}
    >
      <Icon aria-hidden size={26} className="mt-0.5 shrink-0" />
      <div className="min-w-0 max-w-text text-ink">
        <p className="text-20 font-semibold">{sentence}</p>
        {children && <div className="mt-1 text-14">{children}</div>}
      </div>
    </div>
  );
}

const ICON: Record<StateTone, LucideIcon> = {
  done: CircleCheck,
  waiting: TriangleAlert,
  stopped: CircleX,
  draft: CircleHelp,
};

const LOOK: Record<StateTone, string> = {
  done: 'border-done bg-done-wash text-done',
  waiting: 'border-waiting bg-waiting-wash text-waiting',
  stopped: 'border-stopped bg-stopped-wash text-stopped',
  draft: 'border-draft bg-draft-wash text-draft',
};
