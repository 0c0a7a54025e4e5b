import { isScope, SCOPES } from '@paraph/domain';

/** Scopes as text; an unknown scope is shown by its name. */
export function ScopeList({ scopes }: { scopes: readonly string[] }) {
  return (
    <ul className="mt-1 list-disc ps-5 text-14">
      {scopes.map((scope) => (
        <li key={scope}>{isScope(scope) ? SCOPES[scope] : scope}</li>
      ))}
    </ul>
  );
}
