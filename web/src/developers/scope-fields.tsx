import { SCOPE_NAMES } from '@paraph/domain';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { useText } from '../text/start-text.ts';
import { Checkbox } from '../ui/checkbox.tsx';

type ScopeFieldsProps = {
  label: string;
  hint: string;
  error: string | undefined;
  field: UseFormRegisterReturn;
};

/** A checkbox per scope, with its description and name. */
export function ScopeFields({ label, hint, error, field }: ScopeFieldsProps) {
  const t = useText('ui');
  return (
    <fieldset>
      <legend className="text-14 font-medium">{label}</legend>
      <p className="text-13 text-muted">{hint}</p>
      {SCOPE_NAMES.map((scope) => (
        <Checkbox
          key={scope}
          value={scope}
          label={t(`scope.${scope}`)}
          hint={<code className="font-mono">{scope}</code>}
          {...field}
        />
      ))}
      {error && (
        <p role="alert" className="text-14 text-stopped">
          {error}
        </p>
      )}
    </fieldset>
  );
}
