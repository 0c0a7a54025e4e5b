import { createLink } from '@tanstack/react-router';
import { ChevronDown } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { classNames } from '../ui/class-names.ts';

type SubNavigationProps = {
  label: string;
  /** Of a button that shows the links on a phone, where many of them would hide the page. */
  folded?: string;
  children: ReactNode;
};

/** Sub-navigation of an account page. */
export function SubNavigation({ label, folded, children }: SubNavigationProps) {
  const [isOpen, setOpen] = useState(false);
  const listId = useId();
  return (
    <nav aria-label={label} className="mb-6">
      {folded && (
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={listId}
          onClick={() => setOpen(!isOpen)}
          className={classNames(LINK, 'mb-2 w-full justify-between border-edge bg-surface sm:hidden')}
        >
          {folded}
          <ChevronDown size={18} aria-hidden className={isOpen ? 'rotate-180' : ''} />
        </button>
      )}
      <ul
        id={listId}
        className={classNames('flex flex-wrap gap-2', folded && !isOpen ? 'max-sm:hidden' : undefined)}
      >
        {children}
      </ul>
    </nav>
  );
}

const LINK = 'inline-flex min-h-11 items-center rounded-round border px-4 text-14 font-medium';

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
          LINK,
          'no-underline transition-colors',
          isHere ? 'border-accent bg-accent-wash text-accent' : 'border-edge bg-surface hover:bg-wash',
          className,
        )}
      />
    </li>
  );
});
