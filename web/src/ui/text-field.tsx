import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import { FieldFrame, type FieldText } from './field-frame.tsx';

type FieldProps<Tag extends 'input' | 'textarea' | 'select'> = FieldText & ComponentProps<Tag>;

export function TextField({ label, hint, error, hideLabel, className, id, ...input }: FieldProps<'input'>) {
  return (
    <FieldFrame {...fieldText({ label, hint, error, hideLabel })} id={id} className={className}>
      {(control) => <input type="text" {...input} {...control} />}
    </FieldFrame>
  );
}

export function TextArea({ label, hint, error, hideLabel, className, id, ...area }: FieldProps<'textarea'>) {
  return (
    <FieldFrame {...fieldText({ label, hint, error, hideLabel })} id={id} className={className}>
      {(control) => <textarea rows={3} {...area} {...control} />}
    </FieldFrame>
  );
}

export function SelectField({
  label,
  hint,
  error,
  hideLabel,
  className,
  id,
  ...select
}: FieldProps<'select'>) {
  return (
    <FieldFrame {...fieldText({ label, hint, error, hideLabel })} id={id} className={className}>
      {(control) => <select {...select} {...control} className={classNames(control.className, 'pe-8')} />}
    </FieldFrame>
  );
}

type LooseFieldText = { [Key in keyof FieldText]: FieldText[Key] | undefined } & { label: string };

function fieldText({ label, hint, error, hideLabel }: LooseFieldText): FieldText {
  return { label, hint, error, hideLabel: hideLabel ?? false };
}
