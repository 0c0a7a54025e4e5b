import { isScope, SCOPES } from '@paraph/domain';

/** What an app may do, in words; the scope's own name where the words are not known. */
export function ScopeList({ scopes }: { scopes: readonly string[] }) {
  return (
    <ul className="mt-1 list-disc ps-5 text-14">
      {scopes.map((scope) => (
        <li key={scope}>{isScope(scope) ? SCOPES[scope] : scope}</li>
      ))}
    </ul>
  );
}
