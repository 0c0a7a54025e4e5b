import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import { FieldFrame, type FieldWords } from './field-frame.tsx';

type Own<Tag extends 'input' | 'textarea' | 'select'> = FieldWords & ComponentProps<Tag>;

export function TextField({ label, hint, error, hideLabel, className, id, ...input }: Own<'input'>) {
  return (
    <FieldFrame {...words({ label, hint, error, hideLabel })} id={id} className={className}>
      {(control) => <input type="text" {...input} {...control} />}
    </FieldFrame>
  );
}

export function TextArea({ label, hint, error, hideLabel, className, id, ...area }: Own<'textarea'>) {
  return (
    <FieldFrame {...words({ label, hint, error, hideLabel })} id={id} className={className}>
      {(control) => <textarea rows={3} {...area} {...control} />}
    </FieldFrame>
  );
}

export function SelectField({ label, hint, error, hideLabel, className, id, ...select }: Own<'select'>) {
  return (
    <FieldFrame {...words({ label, hint, error, hideLabel })} id={id} className={className}>
      {(control) => <select {...select} {...control} className={classNames(control.className, 'pe-8')} />}
    </FieldFrame>
  );
}

type LooseWords = { [Key in keyof FieldWords]: FieldWords[Key] | undefined } & { label: string };

function words({ label, hint, error, hideLabel }: LooseWords): FieldWords {
  return { label, hint, error, hideLabel: hideLabel ?? false };
}
