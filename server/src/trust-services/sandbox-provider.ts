import type { Sandbox } from '@paraph/sandbox';
import { CompiledQuery } from 'kysely';
import { isLoopback } from '../config/base-url.ts';
import type { Deps } from '../deps.ts';

/** Whether this instance has the sandbox: it can only be reached from its own machine. */
export function hasSandbox({ baseUrl }: Pick<Deps['config'], 'baseUrl'>): boolean {
  return isLoopback(baseUrl);
}

/** The sandbox of an instance that has it. Its code is loaded here, and on other instances not at all. */
export async function openSandboxProvider({
  config: { baseUrl },
  ...deps
}: Pick<Deps, 'clock' | 'config' | 'database' | 'ids' | 'vault'>): Promise<Sandbox | null> {
  if (!hasSandbox({ baseUrl })) return null;
  const { openSandbox } = await import('@paraph/sandbox');
  return openSandbox({
    baseUrl,
    now: () => deps.clock.now(),
    randomBytes: (count) => deps.ids.bytes(count),
    query: async <R>(text: string, values: readonly unknown[]) => {
      const statement = CompiledQuery.raw(text, [...values]) as CompiledQuery<R>;
      return (await deps.database.executeQuery(statement)).rows;
    },
    vault: deps.vault,
  });
}
