import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';

type CheckboxProps = Omit<ComponentProps<'input'>, 'type'> & {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
};

/** The browser's native checkbox in our colour, which also works in forced colours. */
export function Checkbox({ label, hint, error, id, className, ...input }: CheckboxProps) {
  const generatedId = useId();
  const boxId = id ?? generatedId;
  const hintId = hint || error ? `${boxId}-hint` : undefined;
  return (
    <div className={classNames('flex items-start gap-3 py-2', className)}>
      <input
        type="checkbox"
        {...input}
        id={boxId}
        aria-describedby={hintId}
        aria-invalid={error ? true : undefined}
        className="mt-0.5 size-5 shrink-0 accent-accent"
      />
      <div className="flex flex-col">
        <label htmlFor={boxId}>{label}</label>
        {(hint || error) && (
          <span id={hintId} className={classNames('text-13', error ? 'text-stopped' : 'text-muted')}>
            {error ?? hint}
          </span>
        )}
      </div>
    </div>
  );
}
