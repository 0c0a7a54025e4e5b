import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';

export type FieldText = {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  /** Hides the label visually, where the page already shows it. */
  hideLabel?: boolean;
};

type FrameProps = FieldText & {
  id?: string | undefined;
  className?: string | undefined;
  children: (control: ControlProps) => ReactNode;
};

export type ControlProps = {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
  className: string;
};

/** Label above, hint and error below, linked to the control by id. */
export function FieldFrame({ label, hint, error, hideLabel, id, className, children }: FrameProps) {
  const generatedId = useId();
  const controlId = id ?? generatedId;
  const describedBy = [hint && `${controlId}-hint`, error && `${controlId}-error`].filter(Boolean).join(' ');
  return (
    <div className={classNames('flex flex-col gap-1', className)}>
      <label htmlFor={controlId} className={hideLabel ? 'sr-only' : 'text-14 font-medium'}>
        {label}
      </label>
      {children({
        id: controlId,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': describedBy || undefined,
        className: classNames(CONTROL, error ? 'border-stopped' : 'border-edge'),
      })}
      {hint && (
        <p id={`${controlId}-hint`} className="text-13 text-muted">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${controlId}-error`} role="alert" className="text-14 text-stopped">
          <CircleAlert aria-hidden size={16} className="me-1 inline align-[-3px]" />
          {error}
        </p>
      )}
    </div>
  );
}

const CONTROL =
  'touch w-full rounded-paper border bg-surface px-3 py-2 text-16 text-ink placeholder:text-muted ' +
  'disabled:opacity-60';
