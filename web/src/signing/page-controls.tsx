import { drawnValue, isFixed, TICKED } from '@paraph/domain';
import { Check, Circle, CircleDot } from 'lucide-react';
import type { ReactNode } from 'react';
import { useText } from '../text/start-text.ts';
import { classNames } from '../ui/class-names.ts';
import { fieldElementId } from './field-focus.ts';
import { labelOf, nameOf } from './field-text.ts';
import { inputTraitsOf } from './input-traits.ts';
import { isEmpty } from './signing-state.ts';
import type { SigningField } from './signing-view.ts';
import type { SigningFields } from './use-signing-fields.ts';

export interface ControlProps {
  readonly field: SigningField;
  readonly signing: SigningFields;
  /** Whether the field has room for more than one line. */
  readonly isLong: boolean;
  readonly describedBy: string | undefined;
}

/** A value that the signer reads and cannot change. */
export function FixedValue({ field, signing }: ControlProps) {
  const t = useText('signing');
  const drawn = drawnValue({ ...field, value: signing.valueOf(field) });
  // The file itself shows what is certain from the start.
  return (
    <span
      className={isFixed(field) ? 'sr-only' : 'page-field-fixed'}
      data-mark={drawn?.kind === 'tick' || undefined}
    >
      <span className="sr-only">{labelOf(t, field)}: </span>
      {drawn === null && <span className="sr-only">{t('field.empty')}</span>}
      {drawn?.kind === 'tick' && (
        <>
          <Check aria-hidden className="page-field-mark" />
          <span className="sr-only">{t('review.ticked')}</span>
        </>
      )}
      {drawn?.kind === 'text' && <span dir="auto">{drawn.text}</span>}
      {drawn?.kind === 'dot' &&
        drawn.options.map(({ value, label }, index) => {
          const Mark = index === drawn.option ? CircleDot : Circle;
          return (
            <span key={value} className="page-field-option">
              <Mark aria-hidden className="page-field-mark" />
              <span className={index === drawn.option ? undefined : 'sr-only'}>{label}</span>
            </span>
          );
        })}
    </span>
  );
}

function sharedProps({ field, signing, describedBy }: ControlProps) {
  return {
    id: fieldElementId(field),
    'aria-describedby': describedBy,
    'aria-invalid': describedBy !== undefined || undefined,
    required: field.required,
    onFocus: () => signing.visit(field),
  };
}

export function TickControl(props: ControlProps) {
  const t = useText('signing');
  const { field, signing } = props;
  const value = signing.valueOf(field);
  return (
    <input
      {...sharedProps(props)}
      type="checkbox"
      aria-label={nameOf(t, field, value)}
      checked={!isEmpty(value)}
      onChange={(event) => signing.answer(field, event.target.checked ? TICKED : null)}
      className="page-field-tick"
    />
  );
}

/** One button for each option; buttons of a group share a name, so that the browser lets them exclude each other. */
export function RadioControl(props: ControlProps) {
  const t = useText('signing');
  const { field, signing } = props;
  const value = signing.valueOf(field);
  const options = field.options ?? [];
  const first = Math.max(
    0,
    options.findIndex((option) => option.value === value),
  );
  const isAlone = options.length === 1;
  return (
    <RadioFrame name={isAlone ? null : nameOf(t, field, value)}>
      {options.map((option, index) => (
        <label key={option.value} className="page-field-option">
          <input
            {...sharedProps(props)}
            type="radio"
            id={index === first ? fieldElementId(field) : undefined}
            name={radioNameOf(field)}
            aria-label={isAlone ? `${option.label}, ${nameOf(t, field, value)}` : undefined}
            checked={option.value === value}
            onChange={() => signing.answer(field, option.value)}
            onKeyDown={(event) => {
              if (event.key === 'Delete' || event.key === 'Backspace') signing.answer(field, null);
            }}
            className="page-field-dot"
          />
          {!isAlone && <span className="sr-only">{option.label}</span>}
        </label>
      ))}
    </RadioFrame>
  );
}

/** A lone button has a name of its own; several are named together. */
function RadioFrame({ name, children }: { name: string | null; children: ReactNode }) {
  if (name === null) return <span className="page-field-options page-field-options-one">{children}</span>;
  return (
    <span role="radiogroup" aria-label={name} className="page-field-options">
      {children}
    </span>
  );
}

export function radioNameOf({ id, group }: Pick<SigningField, 'id' | 'group'>): string {
  return group === null ? `radio-${id}` : `radio-group-${group}`;
}

export function ChoiceControl(props: ControlProps) {
  const t = useText('signing');
  const { field, signing } = props;
  const value = signing.valueOf(field);
  return (
    <select
      {...sharedProps(props)}
      aria-label={nameOf(t, field, value)}
      value={value ?? ''}
      onChange={(event) => signing.answer(field, event.target.value || null)}
      className="page-field-text page-field-choice"
    >
      <ChoiceOptions field={field} />
    </select>
  );
}

/** The options of a dropdown, after the words for no choice. */
export function ChoiceOptions({ field }: { field: SigningField }) {
  const t = useText('signing');
  return (
    <>
      <option value="">{field.placeholder ?? t('field.choose')}</option>
      {field.options?.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </>
  );
}

export function WrittenControl(props: ControlProps) {
  const t = useText('signing');
  const { field, signing, isLong } = props;
  const value = signing.valueOf(field);
  const label = field.placeholder ?? labelOf(t, field);
  const shared = {
    ...sharedProps(props),
    'aria-label': nameOf(t, field, value),
    placeholder: field.required ? label : `${label} (${t('field.optional')})`,
    value: value ?? '',
    onBlur: () => signing.leave(field),
    className: classNames('page-field-text', isLong && 'page-field-long'),
  };
  const answer = (text: string) => signing.answer(field, text === '' ? null : text);
  if (isLong) return <textarea {...shared} onChange={(event) => answer(event.target.value)} />;
  return <input {...inputTraitsOf(field)} {...shared} onChange={(event) => answer(event.target.value)} />;
}
