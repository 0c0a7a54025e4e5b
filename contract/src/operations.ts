import { accountOperations } from './account-operations.ts';
import { agentOperations } from './agent-operations.ts';
import { annexOperations } from './annex-operations.ts';
import { attachmentOperations } from './attachment-operations.ts';
import { brandOperations } from './brand-operations.ts';
import { bulkOperations } from './bulk-operations.ts';
import { connectionOperations } from './connection-operations.ts';
import { contactOperations } from './contact-operations.ts';
import { defaultOperations } from './default-operations.ts';
import { designOperations } from './design-operations.ts';
import { destinationOperations } from './destination-operations.ts';
import { draftOperations } from './draft-operations.ts';
import { embeddingOperations } from './embedding-operations.ts';
import { envelopeOperations } from './envelope-operations.ts';
import { evidenceOperations } from './evidence-operations.ts';
import { exportOperations } from './export-operations.ts';
import { fieldBlockOperations } from './field-block-operations.ts';
import { followerOperations } from './follower-operations.ts';
import { handoverOperations } from './handover-operations.ts';
import { healthOperations } from './health-operations.ts';
import { holdOperations } from './hold-operations.ts';
import { identificationOperations } from './identification-operations.ts';
import { identityProviderOperations } from './identity-provider-operations.ts';
import { inPersonOperations } from './in-person-operations.ts';
import { keptSignatureOperations } from './kept-signature-operations.ts';
import { keyOperations } from './key-operations.ts';
import { levelOperations } from './level-operations.ts';
import { linkHostOperations } from './link-host-operations.ts';
import { mailOperations } from './mail-operations.ts';
import { messageTemplateOperations } from './message-template-operations.ts';
import { oauthOperations } from './oauth-operations.ts';
import { organizationOperations } from './organization-operations.ts';
import { ownKeyOperations } from './own-key-operations.ts';
import { passkeyOperations } from './passkey-operations.ts';
import { providerOperations } from './provider-operations.ts';
import { provisioningOperations } from './provisioning-operations.ts';
import { publicLinkOperations } from './public-link-operations.ts';
import { recipientOperations } from './recipient-operations.ts';
import { recordOperations } from './record-operations.ts';
import { reminderOperations } from './reminder-operations.ts';
import { retentionOperations } from './retention-operations.ts';
import { sealOperations } from './seal-operations.ts';
import { secondFactorOperations } from './second-factor-operations.ts';
import { sessionOperations } from './session-operations.ts';
import { signingOperations } from './signing-operations.ts';
import { tagOperations } from './tag-operations.ts';
import { templateOperations } from './template-operations.ts';
import { timeOperations } from './time-operations.ts';
import { trialOperations } from './trial-operations.ts';
import { trustOperations } from './trust-operations.ts';
import { unfinishedOperations } from './unfinished-operations.ts';
import { usageOperations } from './usage-operations.ts';
import { verificationOperations } from './verification-operations.ts';
import { webhookOperations } from './webhook-operations.ts';
import { witnessOperations } from './witness-operations.ts';
import { workflowOperations } from './workflow-operations.ts';
import { workspaceOperations } from './workspace-operations.ts';

/** The one list of what can be called: validation, handlers, `openapi.json` and the SDK all follow from it. */
export const operations = {
  ...accountOperations,
  ...secondFactorOperations,
  ...sessionOperations,
  ...workspaceOperations,
  ...tagOperations,
  ...contactOperations,
  ...messageTemplateOperations,
  ...fieldBlockOperations,
  ...unfinishedOperations,
  ...organizationOperations,
  ...levelOperations,
  ...recordOperations,
  ...usageOperations,
  ...brandOperations,
  ...agentOperations,
  ...retentionOperations,
  ...holdOperations,
  ...keyOperations,
  ...oauthOperations,
  ...workflowOperations,
  ...timeOperations,
  ...evidenceOperations,
  ...attachmentOperations,
  ...annexOperations,
  ...sealOperations,
  ...draftOperations,
  ...recipientOperations,
  ...reminderOperations,
  ...defaultOperations,
  ...linkHostOperations,
  ...followerOperations,
  ...designOperations,
  ...envelopeOperations,
  ...templateOperations,
  ...bulkOperations,
  ...exportOperations,
  ...publicLinkOperations,
  ...signingOperations,
  ...witnessOperations,
  ...keptSignatureOperations,
  ...providerOperations,
  ...ownKeyOperations,
  ...identificationOperations,
  ...handoverOperations,
  ...inPersonOperations,
  ...embeddingOperations,
  ...passkeyOperations,
  ...trialOperations,
  ...mailOperations,
  ...webhookOperations,
  ...trustOperations,
  ...identityProviderOperations,
  ...connectionOperations,
  ...provisioningOperations,
  ...destinationOperations,
  ...healthOperations,
  ...verificationOperations,
};

export type Operations = typeof operations;
export type OperationName = keyof Operations;
