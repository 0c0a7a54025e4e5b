import { LoaderCircle, type LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';

export type ButtonVariant = 'primary' | 'plain' | 'quiet' | 'danger';

export type ButtonProps = ComponentProps<'button'> & {
  variant?: ButtonVariant;
  icon?: LucideIcon | undefined;
  /** Disables the button while its action runs. */
  busy?: boolean;
  /** Smaller text; same height as every other button, for touch. */
  isSmall?: boolean;
};

export function Button(props: ButtonProps) {
  const { variant = 'plain', icon: Icon, busy, isSmall, className, children, ...rest } = props;
  const size = isSmall ? 16 : 18;
  return (
    <button
      type="button"
      {...rest}
      disabled={busy || rest.disabled}
      aria-busy={busy || undefined}
      className={classNames(buttonClass(variant, isSmall), className)}
    >
      {busy ? (
        <LoaderCircle aria-hidden size={size} className="shrink-0 motion-safe:animate-spin" />
      ) : (
        Icon && <Icon aria-hidden size={size} className="shrink-0" />
      )}
      {children}
    </button>
  );
}

/** A button with an icon only; the label is accessible name and tooltip. */
export function IconButton({ label, className, ...rest }: ButtonProps & { label: string; icon: LucideIcon }) {
  return (
    <Button
      variant="quiet"
      {...rest}
      aria-label={label}
      title={label}
      className={classNames('px-0 w-11', className)}
    />
  );
}

const LOOK: Record<ButtonVariant, string> = {
  primary: 'bg-accent text-on-accent hover:bg-accent-strong border-transparent',
  plain: 'bg-surface text-ink border-edge hover:bg-wash',
  quiet: 'text-ink border-transparent hover:bg-wash',
  danger: 'bg-surface text-stopped border-stopped hover:bg-stopped-wash',
};

/** The classes of a button, for links that look like one. */
export function buttonClass(variant: ButtonVariant = 'plain', isSmall = false): string {
  return classNames(
    'touch inline-flex items-center justify-center gap-2 rounded-paper border py-2 font-medium',
    isSmall ? 'px-3 text-14' : 'px-4 text-16',
    'transition-colors disabled:opacity-60 aria-disabled:opacity-60 no-underline text-center',
    LOOK[variant],
  );
}
