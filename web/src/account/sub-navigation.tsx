import { createLink } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '../ui/class-names.ts';

/** Sub-navigation of an account page. */
export function SubNavigation({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav aria-label={label} className="mb-6">
      <ul className="flex flex-wrap gap-2">{children}</ul>
    </nav>
  );
}

export const SubNavigationLink = createLink(function SubNavigationAnchor({
  className,
  ...anchor
}: ComponentProps<'a'>) {
  const isHere = anchor['aria-current'] === 'page';
  return (
    <li>
      <a
        {...anchor}
        className={classNames(
          'inline-flex min-h-11 items-center rounded-round border px-4 text-14 font-medium no-underline',
          'transition-colors',
          isHere ? 'border-accent bg-accent-wash text-accent' : 'border-edge bg-surface hover:bg-wash',
          className,
        )}
      />
    </li>
  );
});
