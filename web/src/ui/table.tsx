import type { ComponentProps, KeyboardEvent, ReactNode } from 'react';
import { classNames } from './class-names.ts';

/** A table in which the arrow keys move between the rows' first links. */
export function Table({
  label,
  children,
  className,
}: {
  label: string;
  children: ReactNode;
  className?: string;
}) {
  return (
    <table
      aria-label={label}
      onKeyDown={moveBetweenRows}
      className={classNames('w-full border-collapse text-start text-16', className)}
    >
      {children}
    </table>
  );
}

export function HeadCell({ className, ...rest }: ComponentProps<'th'>) {
  return (
    <th
      scope="col"
      {...rest}
      className={classNames(
        'border-b border-line px-2 py-2 text-start text-13 font-medium text-muted',
        className,
      )}
    />
  );
}

export function Row({ className, ...rest }: ComponentProps<'tr'>) {
  return <tr {...rest} className={classNames('relative hover:bg-wash focus-within:bg-wash', className)} />;
}

export function Cell({ className, ...rest }: ComponentProps<'td'>) {
  return <td {...rest} className={classNames('border-b border-line px-2 py-3 align-middle', className)} />;
}

/** Marks a row's main link or button. */
export const ROW_ANCHOR = { 'data-row-anchor': '' };

/** Moves the focus between rows; also for lists that replace a table on narrow screens. */
export function moveBetweenRows(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  const current = event.target;
  if (step === 0 || !(current instanceof HTMLElement) || !current.hasAttribute('data-row-anchor')) return;
  const anchors = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row-anchor]')];
  const next = anchors[anchors.indexOf(current) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
