import { isAnswered, isFilledByService, isMultiline, TICKED } from '@paraph/domain';
import { PenLine } from 'lucide-react';
import { useText } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { FieldFrame } from '../ui/field-frame.tsx';
import { SelectField, TextArea, TextField } from '../ui/text-field.tsx';
import { FileField } from './attachment-controls.tsx';
import { signatureKindOf } from './cover-state.ts';
import { fieldElementId } from './field-focus.ts';
import { answerText, labelOf, locationText } from './field-text.ts';
import { inputTraitsOf } from './input-traits.ts';
import { ChoiceOptions, radioNameOf } from './page-controls.tsx';
import { isEmpty } from './signing-state.ts';
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
      {inGroups(signing.fields).map((fields) => (
        <FormGroup key={fields[0]?.id} fields={fields} documents={documents} signing={signing} />
      ))}
    </form>
  );
}

/** The fields of a group together, at the position of the first. */
function inGroups(fields: readonly SigningField[]): SigningField[][] {
  const groups = Map.groupBy(fields, ({ id, type, group }) =>
    group === null ? String(id) : `${type} ${group}`,
  );
  return [...groups.values()];
}

function FormGroup({
  fields,
  documents,
  signing,
}: FormViewProps & { readonly fields: readonly SigningField[] }) {
  const t = useText('signing');
  const [first] = fields;
  const members = fields.map((field) => (
    <FormField
      key={field.id}
      field={field}
      signing={signing}
      position={locationText(t, field, documents)}
      isLong={isLongOn(documents, field)}
    />
  ));
  if (!first || first.group === null) return members;
  const { groupMin, groupMax } = first;
  return (
    <fieldset>
      <legend className="text-14 font-medium">{first.group}</legend>
      {groupMin !== null && <p className="text-13 text-muted">{t('field.groupMin', { count: groupMin })}</p>}
      {groupMax !== null && <p className="text-13 text-muted">{t('field.groupMax', { count: groupMax })}</p>}
      {members}
    </fieldset>
  );
}

function isLongOn(documents: readonly SigningDocument[], field: SigningField): boolean {
  const page = documents.find(({ id }) => id === field.documentId)?.pages[field.page - 1];
  return page !== undefined && isMultiline(field, (field.height / 100) * page.height);
}

interface FormFieldProps {
  readonly field: SigningField;
  readonly signing: SigningFields;
  readonly position: string;
  /** Whether it has room for more than one line on its page. */
  readonly isLong: boolean;
}

function FormField(props: FormFieldProps) {
  const { field, signing, position, isLong } = props;
  const t = useText('signing');
  const value = signing.valueOf(field);
  const label = `${labelOf(t, field)} (${t(field.required ? 'field.required' : 'field.optional')})`;
  const shared = {
    id: fieldElementId(field),
    hint: position,
    error: signing.errorOf(field) ?? undefined,
    onFocus: () => signing.visit(field),
  };
  if (!isAnswered(field)) return <FixedField {...props} />;
  if (signatureKindOf(field.type) !== null) return <SignatureField {...props} />;
  if (field.type === 'attachment') return <FileField {...props} />;
  if (field.type === 'radio') return <RadioField {...props} label={label} />;
  if (field.type === 'checkbox') {
    return (
      <Checkbox
        {...shared}
        label={label}
        checked={!isEmpty(value)}
        onChange={(event) => signing.answer(field, event.target.checked ? TICKED : null)}
      />
    );
  }
  const written = {
    ...shared,
    label,
    value: value ?? '',
    'aria-required': field.required,
    onBlur: () => signing.leave(field),
  };
  const answer = (text: string) => signing.answer(field, text === '' ? null : text);
  if (field.type === 'dropdown') {
    return (
      <SelectField {...written} onChange={(event) => answer(event.target.value)}>
        <ChoiceOptions field={field} />
      </SelectField>
    );
  }
  const placeholder = field.placeholder ?? undefined;
  if (isLong) {
    return (
      <TextArea {...written} placeholder={placeholder} onChange={(event) => answer(event.target.value)} />
    );
  }
  return (
    <TextField
      {...inputTraitsOf(field)}
      {...written}
      placeholder={placeholder}
      onChange={(event) => answer(event.target.value)}
    />
  );
}

/** What the sender or the service fills in. */
function FixedField({ field, signing, position }: FormFieldProps) {
  const t = useText('signing');
  return (
    <div>
      <p className="text-14 font-medium">{labelOf(t, field)}</p>
      {isFilledByService(field) ? (
        <p className="text-muted">{t('field.dateByService')}</p>
      ) : (
        <p dir="auto" className="whitespace-pre-line">
          {answerText(t, field, signing.valueOf(field))}
        </p>
      )}
      <p className="text-13 text-muted">{position}</p>
    </div>
  );
}

function RadioField({ field, signing, position, label }: FormFieldProps & { readonly label: string }) {
  const t = useText('signing');
  const value = signing.valueOf(field);
  const options = field.options ?? [];
  const error = signing.errorOf(field);
  const errorId = `${fieldElementId(field)}-error`;
  const first = Math.max(
    0,
    options.findIndex((option) => option.value === value),
  );
  return (
    <div role="radiogroup" aria-label={label} aria-required={field.required} className="flex flex-col">
      {field.group === null && (
        <p aria-hidden className="text-14 font-medium">
          {label}
        </p>
      )}
      {options.map((option, index) => (
        <label key={option.value} className="touch flex items-center gap-3 py-1">
          <input
            type="radio"
            id={index === first ? fieldElementId(field) : undefined}
            name={radioNameOf(field)}
            aria-describedby={error === null ? undefined : errorId}
            checked={option.value === value}
            onChange={() => signing.answer(field, option.value)}
            onFocus={() => signing.visit(field)}
            className="size-5 shrink-0 accent-accent"
          />
          {option.label}
        </label>
      ))}
      {value !== null && !field.required && (
        <Button variant="quiet" onClick={() => signing.answer(field, null)} className="self-start">
          {t('field.clearChoice')}
        </Button>
      )}
      {error !== null && (
        <p id={errorId} role="alert" className="text-14 text-stopped">
          {error}
        </p>
      )}
      <p className="text-13 text-muted">{position}</p>
    </div>
  );
}

function SignatureField({ field, signing, position }: FormFieldProps) {
  const t = useText('signing');
  const url = signing.signatureUrlOf(field);
  const need = t(field.required ? 'field.required' : 'field.optional');
  return (
    <FieldFrame
      id={fieldElementId(field)}
      label={`${labelOf(t, field)} (${need})`}
      hint={position}
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
