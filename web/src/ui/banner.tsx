import { CircleCheck, CircleX, Info, type LucideIcon, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useText } from '../text/start-text.ts';
import { classNames } from './class-names.ts';

export type BannerTone = 'info' | 'waiting' | 'done' | 'stopped';

type BannerProps = {
  tone: BannerTone;
  title: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  /** Shown small, for reports to the operator. */
  requestId?: string | null | undefined;
};

/** What happened, what is safe, what to do. Errors are announced assertively, the rest politely. */
export function Banner({ tone, title, children, action, requestId }: BannerProps) {
  const t = useText('ui');
  const Icon = ICON[tone];
  return (
    <div
      role={tone === 'stopped' ? 'alert' : 'status'}
      className={classNames(
        'flex flex-wrap items-start gap-x-4 gap-y-3 rounded-paper border-s-4 p-4',
        LOOK[tone],
      )}
    >
      <div className="flex min-w-0 flex-1 basis-56 items-start gap-3">
        <Icon aria-hidden size={20} className="mt-0.5 shrink-0" />
        <div className="min-w-0 max-w-text flex-1 text-ink">
          <p className="font-medium">{title}</p>
          {children && <div className="text-14">{children}</div>}
          {requestId && <p className="mt-1 font-mono text-13 text-muted">{t('requestId', { requestId })}</p>}
        </div>
      </div>
      {action}
    </div>
  );
}

const ICON: Record<BannerTone, LucideIcon> = {
  info: Info,
  waiting: TriangleAlert,
  done: CircleCheck,
  stopped: CircleX,
};

const LOOK: Record<BannerTone, string> = {
  info: 'border-accent bg-accent-wash text-accent',
  waiting: 'border-waiting bg-waiting-wash text-waiting',
  done: 'border-done bg-done-wash text-done',
  stopped: 'border-stopped bg-stopped-wash text-stopped',
};
