import { PenLine } from 'lucide-react';
import { useText } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { FieldFrame } from '../ui/field-frame.tsx';
import { TextField } from '../ui/text-field.tsx';
import { fieldElementId } from './field-focus.ts';
import { labelOf, locationText } from './field-text.ts';
import { inputTraitsOf } from './input-traits.ts';
import { isEmpty, isFilledBySigner, isTick, signatureKindOf } from './signing-state.ts';
import type { SigningDocument, SigningField } from './signing-view.ts';
import type { SigningFields } from './use-signing-fields.ts';

interface FormViewProps {
  readonly documents: readonly SigningDocument[];
  readonly signing: SigningFields;
}

/** Every field as a labelled input, in reading order; needs no drawn page. */
export function FormView({ documents, signing }: FormViewProps) {
  const t = useText('signing');
  return (
    <form
      className="mx-auto flex max-w-form flex-col gap-6 px-2 py-4"
      onSubmit={(event) => event.preventDefault()}
    >
      <p className="text-muted">{t('view.formLead')}</p>
      {signing.fields.map((field) => (
        <FormField key={field.id} field={field} signing={signing} place={locationText(t, field, documents)} />
      ))}
    </form>
  );
}

interface FormFieldProps {
  readonly field: SigningField;
  readonly signing: SigningFields;
  readonly place: string;
}

function FormField({ field, signing, place }: FormFieldProps) {
  const t = useText('signing');
  const value = signing.valueOf(field);
  const label = `${labelOf(t, field)} (${t(field.required ? 'field.required' : 'field.optional')})`;
  const shared = {
    id: fieldElementId(field),
    hint: place,
    error: signing.errorOf(field) ?? undefined,
    onFocus: () => signing.visit(field),
  };
  if (!isFilledBySigner(field)) {
    return (
      <div>
        <p className="text-14 font-medium">{labelOf(t, field)}</p>
        <p className="text-muted">{t('field.dateByService')}</p>
        <p className="text-13 text-muted">{place}</p>
      </div>
    );
  }
  if (signatureKindOf(field.type) !== null)
    return <SignatureField field={field} signing={signing} place={place} />;
  if (isTick(field.type)) {
    return (
      <Checkbox
        {...shared}
        label={label}
        checked={!isEmpty(value)}
        onChange={(event) => signing.answer(field, event.target.checked ? 'true' : null)}
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
      onChange={(event) => signing.answer(field, event.target.value === '' ? null : event.target.value)}
      onBlur={() => signing.leave(field)}
    />
  );
}

function SignatureField({ field, signing, place }: FormFieldProps) {
  const t = useText('signing');
  const url = signing.signatureUrlOf(field);
  const need = t(field.required ? 'field.required' : 'field.optional');
  return (
    <FieldFrame
      id={fieldElementId(field)}
      label={`${labelOf(t, field)} (${need})`}
      hint={place}
      error={signing.errorOf(field) ?? undefined}
    >
      {(control) => (
        <Button
          {...control}
          onClick={() => signing.press(field)}
          onFocus={() => signing.visit(field)}
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
