import type { ReactNode } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { ErrorBanner } from './error-banner.tsx';

type SavingFormProps<Values extends FieldValues> = {
  form: Pick<UseFormReturn<Values>, 'handleSubmit'>;
  /** What sending the form does; its error is shown above the fields. */
  saving: { mutate: (values: Values) => void; error: unknown };
  /** Those that show what the server says of them. */
  fields: readonly string[];
  /** `post` where a password is entered, which a page without its script may not put into an address. */
  method?: 'post';
  children: ReactNode;
};

/** A form that is sent by a mutation. */
export function SavingForm<Values extends FieldValues>(props: SavingFormProps<Values>) {
  const { form, saving, fields, method, children } = props;
  return (
    <form
      noValidate
      method={method}
      className="flex flex-col gap-4"
      onSubmit={form.handleSubmit((values) => saving.mutate(values))}
    >
      <ErrorBanner error={saving.error} shownFields={fields} />
      {children}
    </form>
  );
}
