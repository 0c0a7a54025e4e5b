import { isScope } from '@paraph/domain';
import { useText } from '../text/start-text.ts';

/** Scopes as text; an unknown scope is shown by its name. */
export function ScopeList({ scopes }: { scopes: readonly string[] }) {
  const t = useText('ui');
  return (
    <ul className="mt-1 list-disc ps-5 text-14">
      {scopes.map((scope) => (
        <li key={scope}>{isScope(scope) ? t(`scope.${scope}`) : scope}</li>
      ))}
    </ul>
  );
}
