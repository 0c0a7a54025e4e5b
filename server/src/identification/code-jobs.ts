import type { Deps } from '../deps.ts';
import type { JobHandlers } from '../jobs/worker.ts';
import { openSmsGateway } from '../platform/outside/sms-gateway.ts';
import { sendCode } from './send-code.ts';

export function codeJobs(deps: Deps): Pick<JobHandlers, 'code-send'> {
  const { clock, config } = deps;
  const gateway = config.sms && openSmsGateway(config.sms, { clock, version: config.version });
  return { 'code-send': (codeId) => sendCode(deps, gateway, codeId) };
}
