import { queueAccountMail, releaseBeside } from './app.ts';
import { checkpointLedger } from './audit/checkpoint-ledger.ts';
import { eventJobs } from './audit/follow-events.ts';
import { timestampBytes } from './authority/timestamping.ts';
import { checkBulkRows } from './bulk/check-rows.ts';
import { sendBulkRows } from './bulk/send-rows.ts';
import { learnContacts } from './contacts/learn-contacts.ts';
import type { Tx } from './database/database.ts';
import { followSigned } from './destinations/follow-signed.ts';
import { transferFiles } from './destinations/transfer-files.ts';
import { writeExport } from './exports/write-export.ts';
import { openFileEncryption } from './files/encrypt-files.ts';
import { scrubFiles } from './files/scrub-files.ts';
import { sweepFiles } from './files/sweep-files.ts';
import { codeJobs } from './identification/send-code.ts';
import { refreshAllMetadata } from './identity-providers/saml-provider.ts';
import { type Examine, examineInstance } from './instance-health/check-health.ts';
import type { JobHandlers } from './jobs/worker.ts';
import { countWaitingMails } from './mail/api.ts';
import { handleMailEvents } from './mail/handle-mail-event.ts';
import { mailJobs } from './mail/mail-jobs.ts';
import { eraseDeparted } from './organization-moves/erase-departed.ts';
import { chainOrganizationEvents } from './organization-record/chain-events.ts';
import { forwardRecord, startForwarding } from './organization-record/forward-record.ts';
import { eraseSentMails } from './personal-data/erase-account.ts';
import { followMappings } from './provisioning/follow-groups.ts';
import { sweepSubmissions } from './public-links/sweep-submissions.ts';
import { eraseUntouchedInput } from './retention/erase-untouched-input.ts';
import { runRetention, startNightlyRuns } from './retention/run-retention.ts';
import { archiveWorkflow } from './sealing/archive-workflow.ts';
import { compactSeals } from './sealing/compact-seals.ts';
import { handleApprovalEvents } from './sealing/handle-approval-event.ts';
import type { SealDeps } from './sealing/make-seal.ts';
import { renewDueSeals, renewSeal } from './sealing/renew-seal.ts';
import { sealDocument } from './sealing/seal-document.ts';
import { followOrganization, followPolicies } from './second-factors/follow-policies.ts';
import { carryOutResets } from './second-factors/reset-factors.ts';
import { revokeLapsedKeys } from './signing/advanced/certify-own-key.ts';
import { findSignerOfFile } from './signing/api.ts';
import { timestampSignature } from './signing/finish/timestamp-signature.ts';
import { carryOutHandOver } from './succession/hand-over.ts';
import { sweepRecords } from './sweep-records.ts';
import { askWitnesses } from './transparency-log/ask-witnesses.ts';
import { integrateLeaves, publishCheckpoint } from './transparency-log/integrate-leaves.ts';
import type { OperatorMail } from './transparency-log/report-to-operator.ts';
import { reportToOperator } from './transparency-log/report-to-operator.ts';
import { reportSealProblems } from './trust-services/report-seal-problems.ts';
import { countUsage } from './usage/count-usage.ts';
import { deliverNotification } from './webhooks/deliver-notification.ts';
import { handleWebhookEvents } from './webhooks/handle-webhook-event.ts';
import { createHostThrottle } from './webhooks/host-throttle.ts';
import { reportStoredFile } from './workflows/lifecycle/report-stored-file.ts';
import { expireWorkflows, foldCounts, startScheduled } from './workflows/lifecycle/scheduled-work.ts';
import { sendDueReminders } from './workflows/lifecycle/send-due-reminders.ts';

function queueOperatorMail(tx: Tx, { toEmail, sentences, now }: OperatorMail): Promise<number | null> {
  const kind = 'log_warning';
  return queueAccountMail(tx, { kind, toEmail, toName: null, detail: { sentences }, now });
}

/** What jobs need of the operator's commands. */
interface JobPorts {
  /** Absent where no such job is done. */
  examine?: Examine;
}

/** What was done is for those who call it by hand. */
function withoutAnswer(work: () => Promise<unknown>): () => Promise<void> {
  return async () => {
    await work();
  };
}

async function sweepAll(deps: Parameters<typeof sweepSubmissions>[0]): Promise<void> {
  await sweepRecords(deps);
  await sweepSubmissions(deps);
  await eraseDeparted(deps);
}

/** Every kind of job and the use case that does it. */
export function buildJobs(deps: SealDeps, { examine }: JobPorts = {}): JobHandlers {
  const sending = { ...deps, throttle: createHostThrottle() };
  const deliver = (id: number, workflowId?: number) => deliverNotification(sending, id, workflowId);
  return {
    ...mailJobs(deps),
    ...codeJobs(deps),
    'webhook-deliver': (deliveryId) => deliver(deliveryId),
    'transfer-files': (workflowId) => transferFiles(deps, workflowId),
    ...eventJobs(deps, {
      sealing: (events) => handleApprovalEvents(deps, events),
      webhooks: (events) => handleWebhookEvents(deps, events, deliver),
      mail: (events) => handleMailEvents(deps, events),
      contacts: (events) => learnContacts(deps, events),
      destinations: (events) => followSigned(deps, events),
    }),
    'timestamp-signature': (actionId) => timestampSignature(deps, actionId),
    'seal-document': (documentId) => sealDocument(deps, documentId),
    'archive-workflow': (workflowId) => archiveWorkflow(deps, workflowId),
    'renew-seals': () => renewDueSeals(deps),
    'renew-seal': (documentId) => renewSeal(deps, documentId),
    'compact-seals': withoutAnswer(() => compactSeals(deps)),
    'start-workflows': () => startScheduled(deps),
    'expire-workflows': () => expireWorkflows(deps),
    'send-reminders': () => sendDueReminders(deps),
    'check-bulk-rows': (id) => checkBulkRows(deps, id),
    'send-bulk-rows': (id) => sendBulkRows(deps, id, { countWaitingMails }),
    'write-export': (id) => writeExport(deps, id, { queueMail: queueAccountMail }),
    'hand-over': (id) => carryOutHandOver(deps, id),
    'fold-counts': () => foldCounts(deps),
    'count-usage': () => countUsage(deps),
    'checkpoint-ledger': () => checkpointLedger(deps),
    'chain-organization-events': async () => {
      await chainOrganizationEvents(deps);
      await startForwarding(deps);
    },
    'forward-record': (organizationId) => forwardRecord(deps, organizationId),
    'integrate-leaves': () => integrateLeaves(deps),
    'ask-witnesses': async () => {
      await askWitnesses(deps);
      await reportToOperator(deps, { queueMail: queueOperatorMail });
    },
    'publish-checkpoint': async () => {
      await askWitnesses(deps);
      await publishCheckpoint({ ...deps, timestampBytes: (bytes) => timestampBytes(deps, bytes) });
    },
    'revoke-lapsed-keys': () => revokeLapsedKeys(deps),
    'refresh-metadata': () => refreshAllMetadata(deps),
    'follow-factor-policies': () => followPolicies({ ...deps, ports: { queueMail: queueAccountMail } }),
    'follow-groups': (organizationId) => followMappings(deps, organizationId),
    'follow-factor-policy': (organizationId) =>
      followOrganization({ ...deps, ports: { queueMail: queueAccountMail } }, organizationId),
    'reset-factors': () => carryOutResets({ ...deps, ports: { queueMail: queueAccountMail } }),
    'report-seal-problems': () => reportSealProblems(deps, { queueMail: queueAccountMail }),
    'sweep-files': withoutAnswer(() => sweepFiles(deps)),
    'scrub-files': withoutAnswer(() => scrubFiles(deps)),
    'encrypt-files': withoutAnswer(openFileEncryption(deps)),
    'report-file': (fileId) => reportStoredFile({ ...deps, findSignerOfFile }, fileId),
    'sweep-records': () => sweepAll({ ...deps, releaseBeside }),
    'start-retention': async () => {
      await startNightlyRuns(deps);
      await eraseUntouchedInput(deps);
    },
    'run-retention': (runId) => runRetention({ ...deps, releaseBeside }, runId),
    'examine-instance': (id) => examineInstance(deps, id, examine),
    'erase-account': (userId) => eraseSentMails(deps, userId),
  };
}
