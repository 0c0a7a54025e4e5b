import type { Config } from '../../config/config.ts';
import { hasSandbox } from '../../sandbox-provider/sandbox-authority.ts';
import type { WorkflowFacts } from '../../workflows/reading/find-workflow-facts.ts';

/** Whether the sandbox signs: the only provider where the organization has switched none of its own on. */
export function usesSandbox(
  { workflow, hasTrustProvider }: Pick<WorkflowFacts, 'hasTrustProvider' | 'workflow'>,
  config: Pick<Config, 'baseUrl'>,
): boolean {
  return workflow.type === 'qualified' && !hasTrustProvider && hasSandbox(config);
}
