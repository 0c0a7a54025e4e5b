import { type ComponentProps, type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { classNames } from '../ui/class-names.ts';
import { FieldFrame } from '../ui/field-frame.tsx';

export type ComboOption = { key: number | string; content: ReactNode };

type ComboFieldProps = Omit<ComponentProps<'input'>, 'onSelect'> & {
  label: string;
  error?: string | undefined;
  options: readonly ComboOption[];
  /** Names the list for screen readers, and says how many options there are. */
  listLabel: string;
  listCount: string;
  onChoose: (index: number) => void;
};

/**
 * A text input with a list of suggestions (ARIA 1.2, combobox with a listbox popup, manual selection): the focus stays
 * in the input, and any other text may be entered.
 */
export function ComboField(props: ComboFieldProps) {
  const { label, error, options, listLabel, listCount, onChoose, className, ...input } = props;
  const id = useId();
  const { isShown, at, ...list } = useOptions(options.length, onChoose);
  return (
    <div className={classNames('relative', className)}>
      <FieldFrame label={label} {...(error ? { error } : {})}>
        {(control) => (
          <input
            type="text"
            {...input}
            {...control}
            role="combobox"
            aria-autocomplete="list"
            aria-expanded={isShown}
            aria-controls={isShown ? `${id}-list` : undefined}
            aria-activedescendant={at >= 0 ? `${id}-${at}` : undefined}
            onChange={(event) => {
              list.open();
              input.onChange?.(event);
            }}
            onKeyDown={list.handleKey}
            onBlur={list.close}
          />
        )}
      </FieldFrame>
      <span role="status" className="sr-only">
        {isShown && listCount}
      </span>
      {isShown && (
        <div id={`${id}-list`} role="listbox" tabIndex={-1} aria-label={listLabel} className={LIST}>
          {options.map(({ key, content }, index) => (
            <div
              key={key}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === at}
              className={classNames(OPTION, index === at && 'bg-accent-wash')}
              // The press must not take the focus from the input, whose loss closes the list.
              onMouseDown={(event) => event.preventDefault()}
              onPointerUp={() => list.choose(index)}
            >
              {content}
            </div>
          ))}
        </div>
      )}
    </div>
  );
}

/** Whether the list is shown, and which option is active; -1 for the input itself. */
function useOptions(count: number, onChoose: (index: number) => void) {
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const isShown = isOpen && count > 0;
  const at = isShown ? Math.min(active, count - 1) : -1;
  const show = (isNow: boolean) => {
    setOpen(isNow);
    setActive(-1);
  };
  const choose = (index: number) => {
    show(false);
    onChoose(index);
  };
  const handleKey = (event: KeyboardEvent<HTMLInputElement>) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      setOpen(true);
      // Round, with the input itself between the last and the first.
      if (isShown) setActive(((at + 1 + step + count + 1) % (count + 1)) - 1);
    } else if (event.key === 'Enter' && at >= 0) {
      event.preventDefault();
      choose(at);
    } else if (event.key === 'Escape' && isShown) {
      event.preventDefault();
      show(false);
    }
  };
  return { isShown, at, choose, handleKey, open: () => show(true), close: () => show(false) };
}

const LIST =
  'absolute inset-x-0 top-full z-20 mt-1 max-h-72 overflow-y-auto rounded-paper border border-edge ' +
  'bg-surface py-1 shadow-lift';
const OPTION = 'touch cursor-pointer px-3 py-2 text-14 hover:bg-wash';
