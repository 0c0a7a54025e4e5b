import { isAnswered, isFilledByService, isMultiline, RADIO_POINTS_MAX } from '@paraph/domain';
import { CalendarClock, CircleAlert, PenLine } from 'lucide-react';
import type { CSSProperties } from 'react';
import { useText } from '../text/start-text.ts';
import { classNames } from '../ui/class-names.ts';
import { FileControl } from './attachment-controls.tsx';
import { signatureKindOf } from './cover-state.ts';
import { fieldElementId } from './field-focus.ts';
import { labelOf, nameOf } from './field-text.ts';
import {
  ChoiceControl,
  type ControlProps,
  FixedValue,
  RadioControl,
  TickControl,
  WrittenControl,
} from './page-controls.tsx';
import type { ScreenBox } from './page-layout-state.ts';
import { SignatureLook } from './signature-look.tsx';
import { isEmpty } from './signing-state.ts';
import type { SigningField } from './signing-view.ts';
import type { SigningFields } from './use-signing-fields.ts';

interface PageFieldProps {
  readonly field: SigningField;
  readonly signing: SigningFields;
  /** CSS pixels per point. */
  readonly scale: number;
  readonly pageHeight: number;
  /** How far its touch target reaches beyond it. */
  readonly reach: ScreenBox | undefined;
}

/** A field on its page, positioned in percent so that it fits at every zoom. */
export function PageField({ field, signing, scale, pageHeight, reach }: PageFieldProps) {
  const error = signing.errorOf(field);
  const errorId = `${fieldElementId(field)}-error`;
  const height = (field.height / 100) * pageHeight;
  const isLong = isMultiline(field, height / scale);
  const style: CSSProperties & Record<`--${string}`, string> = {
    '--button': `${buttonPixels(field, { height, scale })}px`,
    ...reachStyle(reach),
    left: `${field.posX}%`,
    top: `${field.posY}%`,
    width: `${field.width}%`,
    height: `${field.height}%`,
    fontSize: Math.max(7, Math.min(isLong ? Number.POSITIVE_INFINITY : height * 0.6, field.fontSize * scale)),
  };
  const control = { field, signing, isLong, describedBy: error === null ? undefined : errorId };
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

function reachStyle(reach: ScreenBox | undefined): Record<`--${string}`, string> {
  const sides = Object.entries(reach ?? {}).map(([side, pixels]) => [`--reach-${side}`, `${-pixels}px`]);
  return Object.fromEntries(sides);
}

/** The side of a radio as the file draws it: an option has a row of its own, and a lone one the whole field. */
function buttonPixels(
  { options }: SigningField,
  { height, scale }: { height: number; scale: number },
): number {
  const rows = options?.length ?? 1;
  return rows === 1 ? height : Math.min(RADIO_POINTS_MAX * scale, height / rows);
}

function FieldControl(props: ControlProps) {
  const t = useText('signing');
  const { field } = props;
  if (isFilledByService(field)) {
    return (
      <span className="page-field-date">
        <CalendarClock aria-hidden className="page-field-mark" />
        <span className="sr-only">
          {labelOf(t, field)}: {t('field.dateByService')}
        </span>
        <span aria-hidden className="page-field-when">
          {t('field.dateShort')}
        </span>
      </span>
    );
  }
  if (!isAnswered(field)) return <FixedValue {...props} />;
  if (field.type === 'radio') return <RadioControl {...props} />;
  if (signatureKindOf(field.type) !== null) return <SignatureControl {...props} />;
  if (field.type === 'attachment') return <FileControl {...props} />;
  return (
    <>
      <label htmlFor={fieldElementId(field)} aria-hidden="true" className="page-field-reach">
        <span className="sr-only">{labelOf(t, field)}</span>
      </label>
      {field.type === 'checkbox' && <TickControl {...props} />}
      {field.type === 'dropdown' && <ChoiceControl {...props} />}
      {field.type !== 'checkbox' && field.type !== 'dropdown' && <WrittenControl {...props} />}
    </>
  );
}

function SignatureControl({ field, signing, describedBy }: ControlProps) {
  const t = useText('signing');
  const url = signing.signatureUrlOf(field);
  const word = t(field.type === 'initials' ? 'field.initial' : 'field.sign');
  const name = nameOf(t, field, signing.valueOf(field));
  return (
    <button
      type="button"
      id={fieldElementId(field)}
      // The visible words are part of the name: people say them to press the button.
      aria-label={url === null ? `${name}, ${word}` : name}
      aria-describedby={describedBy}
      onClick={() => signing.press(field)}
      onFocus={() => signing.visit(field)}
      className="page-field-signature"
      data-look={(url !== null && field.look !== null) || undefined}
    >
      {url !== null && field.look !== null && <SignatureLook look={field.look} pictureUrl={url} />}
      {url !== null && field.look === null && (
        <img src={url} alt="" className="h-full w-full object-contain" />
      )}
      {url === null && (
        <>
          <PenLine aria-hidden className="h-[1.1em] w-[1.1em] shrink-0" />
          <span className="page-field-word">{word}</span>
          {!field.required && <span className="page-field-word">({t('field.optional')})</span>}
        </>
      )}
    </button>
  );
}
