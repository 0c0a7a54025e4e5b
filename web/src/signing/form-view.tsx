import { PenLine } from 'lucide-react';
import { useText } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { FieldFrame } from '../ui/field-frame.tsx';
import { TextField } from '../ui/text-field.tsx';
import { fieldElementId } from './field-focus.ts';
import { labelOf, placeWords } from './field-words.ts';
import { inputTraitsOf } from './input-traits.ts';
import { isAsked, isEmpty, isTick, markKindOf } from './signing-state.ts';
import type { SigningDocument, SigningField } from './signing-view.ts';
import type { FieldDesk } from './use-field-desk.ts';

interface FormViewProps {
  readonly documents: readonly SigningDocument[];
  readonly desk: FieldDesk;
}

/** Every field as a labelled input, in reading order, with no page picture needed. */
export function FormView({ documents, desk }: FormViewProps) {
  const t = useText('signing');
  return (
    <form
      className="mx-auto flex max-w-form flex-col gap-6 px-2 py-4"
      onSubmit={(event) => event.preventDefault()}
    >
      <p className="text-muted">{t('view.formLead')}</p>
      {desk.fields.map((field) => (
        <FormField key={field.id} field={field} desk={desk} place={placeWords(t, field, documents)} />
      ))}
    </form>
  );
}

interface FormFieldProps {
  readonly field: SigningField;
  readonly desk: FieldDesk;
  readonly place: string;
}

function FormField({ field, desk, place }: FormFieldProps) {
  const t = useText('signing');
  const value = desk.valueOf(field);
  const label = `${labelOf(t, field)} (${t(field.required ? 'field.required' : 'field.optional')})`;
  const shared = {
    id: fieldElementId(field),
    hint: place,
    error: desk.troubleOf(field) ?? undefined,
    onFocus: () => desk.visit(field),
  };
  if (!isAsked(field)) {
    return (
      <div>
        <p className="text-14 font-medium">{labelOf(t, field)}</p>
        <p className="text-muted">{t('field.dateByService')}</p>
        <p className="text-13 text-muted">{place}</p>
      </div>
    );
  }
  if (markKindOf(field.type) !== null) return <MarkField field={field} desk={desk} place={place} />;
  if (isTick(field.type)) {
    return (
      <Checkbox
        {...shared}
        label={label}
        checked={!isEmpty(value)}
        onChange={(event) => desk.answer(field, event.target.checked ? 'true' : null)}
      />
    );
  }
  return (
    <TextField
      {...shared}
      {...inputTraitsOf(field.type)}
      label={label}
      value={value ?? ''}
      aria-required={field.required}
      onChange={(event) => desk.answer(field, event.target.value === '' ? null : event.target.value)}
      onBlur={() => desk.leave(field)}
    />
  );
}

function MarkField({ field, desk, place }: FormFieldProps) {
  const t = useText('signing');
  const url = desk.markUrlOf(field);
  const need = t(field.required ? 'field.required' : 'field.optional');
  return (
    <FieldFrame
      id={fieldElementId(field)}
      label={`${labelOf(t, field)} (${need})`}
      hint={place}
      error={desk.troubleOf(field) ?? undefined}
    >
      {(control) => (
        <Button
          {...control}
          onClick={() => desk.press(field)}
          onFocus={() => desk.visit(field)}
          icon={url === null ? PenLine : undefined}
          className="min-h-16 w-full justify-start"
        >
          {url === null ? (
            t(field.type === 'initials' ? 'field.addInitials' : 'field.addSignature')
          ) : (
            <span className="flex w-full items-center justify-between gap-3">
              <img
                src={url}
                alt={t('field.filled')}
                className="h-12 max-w-[70%] rounded-paper bg-[#fff] object-contain p-1"
              />
              <span className="text-14 text-accent">{t('field.change')}</span>
            </span>
          )}
        </Button>
      )}
    </FieldFrame>
  );
}
