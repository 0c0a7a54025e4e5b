import type { Deps } from '../deps.ts';
import type { JobHandlers } from '../jobs/worker.ts';
import { openSmtp } from '../platform/outside/smtp.ts';
import { sendMail } from './send-mail.ts';

export function mailJobs(deps: Deps): Pick<JobHandlers, 'mail-send'> {
  const { smtpUrl } = deps.config;
  // Idle connections close by themselves, so the pool needs no explicit end.
  const smtp = smtpUrl === null ? null : openSmtp(smtpUrl);
  return {
    'mail-send': (mailId) => sendMail(deps, smtp, mailId),
  };
}
