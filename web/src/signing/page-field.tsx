import { CircleAlert, PenLine } from 'lucide-react';
import type { CSSProperties } from 'react';
import { useText } from '../text/start-text.ts';
import { classNames } from '../ui/class-names.ts';
import { fieldElementId } from './field-focus.ts';
import { labelOf, nameOf } from './field-text.ts';
import { inputTraitsOf } from './input-traits.ts';
import { isEmpty, isFilledBySigner, isTick, signatureKindOf } from './signing-state.ts';
import type { SigningField } from './signing-view.ts';
import type { SigningFields } from './use-signing-fields.ts';

interface PageFieldProps {
  readonly field: SigningField;
  readonly signing: SigningFields;
  /** CSS pixels per point. */
  readonly scale: number;
  readonly pageHeight: number;
}

/** A field on its page, positioned in percent so that it fits at every zoom. */
export function PageField({ field, signing, scale, pageHeight }: PageFieldProps) {
  const error = signing.errorOf(field);
  const errorId = `${fieldElementId(field)}-error`;
  const height = (field.height / 100) * pageHeight;
  const style: CSSProperties = {
    left: `${field.posX}%`,
    top: `${field.posY}%`,
    width: `${field.width}%`,
    height: `${field.height}%`,
    fontSize: Math.max(7, Math.min(height * 0.6, 11 * scale)),
  };
  const control = { field, signing, describedBy: error === null ? undefined : errorId };
  return (
    <div
      className={classNames('page-field', field.posX + field.width / 2 > 50 && 'page-field-end')}
      data-filled={!isEmpty(signing.valueOf(field)) || undefined}
      data-required={field.required || undefined}
      data-wrong={error !== null || undefined}
      data-current={signing.currentId === field.id || undefined}
      style={style}
    >
      <FieldControl {...control} />
      {error !== null && <CircleAlert aria-hidden className="page-field-flag" />}
      <p
        id={errorId}
        role={error !== null && signing.currentId === field.id ? 'alert' : undefined}
        className="page-field-error"
      >
        {error !== null && (
          <>
            <CircleAlert aria-hidden size={14} className="me-1 inline align-[-2px]" />
            {error}
          </>
        )}
      </p>
    </div>
  );
}

interface ControlProps {
  readonly field: SigningField;
  readonly signing: SigningFields;
  readonly describedBy: string | undefined;
}

function FieldControl(props: ControlProps) {
  const t = useText('signing');
  const { field } = props;
  if (!isFilledBySigner(field)) {
    return (
      <span className="page-field-date">
        <span className="sr-only">{labelOf(t, field)}: </span>
        {t('field.dateShort')}
      </span>
    );
  }
  if (signatureKindOf(field.type) !== null) return <SignatureControl {...props} />;
  return (
    <>
      <label htmlFor={fieldElementId(field)} aria-hidden="true" className="page-field-reach">
        <span className="sr-only">{labelOf(t, field)}</span>
      </label>
      {isTick(field.type) ? <TickControl {...props} /> : <TextControl {...props} />}
    </>
  );
}

function SignatureControl({ field, signing, describedBy }: ControlProps) {
  const t = useText('signing');
  const url = signing.signatureUrlOf(field);
  return (
    <button
      type="button"
      id={fieldElementId(field)}
      aria-label={nameOf(t, field, signing.valueOf(field))}
      aria-describedby={describedBy}
      onClick={() => signing.press(field)}
      onFocus={() => signing.visit(field)}
      className="page-field-signature"
    >
      {url === null ? (
        <>
          <PenLine aria-hidden className="h-[1.1em] w-[1.1em] shrink-0" />
          <span className="page-field-word">
            {t(field.type === 'initials' ? 'field.initial' : 'field.sign')}
          </span>
          {!field.required && <span className="page-field-word">({t('field.optional')})</span>}
        </>
      ) : (
        <img src={url} alt="" className="h-full w-full object-contain" />
      )}
    </button>
  );
}

function TickControl({ field, signing, describedBy }: ControlProps) {
  const t = useText('signing');
  const value = signing.valueOf(field);
  return (
    <input
      type="checkbox"
      id={fieldElementId(field)}
      aria-label={nameOf(t, field, value)}
      aria-describedby={describedBy}
      aria-invalid={describedBy !== undefined || undefined}
      required={field.required}
      checked={!isEmpty(value)}
      onChange={(event) => signing.answer(field, event.target.checked ? 'true' : null)}
      onFocus={() => signing.visit(field)}
      className="page-field-tick"
    />
  );
}

function TextControl({ field, signing, describedBy }: ControlProps) {
  const t = useText('signing');
  const value = signing.valueOf(field);
  const label = labelOf(t, field);
  return (
    <input
      {...inputTraitsOf(field.type)}
      id={fieldElementId(field)}
      aria-label={nameOf(t, field, value)}
      aria-describedby={describedBy}
      aria-invalid={describedBy !== undefined || undefined}
      required={field.required}
      placeholder={field.required ? label : `${label} (${t('field.optional')})`}
      value={value ?? ''}
      onChange={(event) => signing.answer(field, event.target.value === '' ? null : event.target.value)}
      onFocus={() => signing.visit(field)}
      onBlur={() => signing.leave(field)}
      className="page-field-text"
    />
  );
}
