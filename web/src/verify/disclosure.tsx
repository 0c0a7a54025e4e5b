import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '../ui/class-names.ts';

type DisclosureProps = { summary: string; isOpen?: boolean; className?: string; children: ReactNode };

/** Collapsible details. */
export function Disclosure({ summary, isOpen, className, children }: DisclosureProps) {
  return (
    <details open={isOpen} className={classNames('group', className)}>
      <summary className="touch flex cursor-pointer list-none items-center gap-1.5 text-14 font-medium">
        <ChevronRight
          aria-hidden
          size={16}
          className="shrink-0 transition-transform group-open:rotate-90 rtl:group-open:-rotate-90"
        />
        {summary}
      </summary>
      {children}
    </details>
  );
}
