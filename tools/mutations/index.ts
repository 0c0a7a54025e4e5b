import { accessFaults } from './access.ts';
import { ageingFaults } from './ageing.ts';
import { agentFaults } from './agents.ts';
import { annexFaults } from './annexes.ts';
import { answerFaults } from './answers.ts';
import { architectureFaults } from './architecture.ts';
import { attachmentFaults } from './attachments.ts';
import { auditFaults } from './audit.ts';
import { backupFaults } from './backup.ts';
import { brandFaults } from './brands.ts';
import { bulkFaults } from './bulk.ts';
import { choiceFaults } from './choices.ts';
import { connectionFaults } from './connections.ts';
import { converterFaults } from './converter.ts';
import { courtBundleFaults } from './court-bundle.ts';
import { durabilityFaults } from './durability.ts';
import { edgeFaults } from './edge.ts';
import { embeddingFaults } from './embedding.ts';
import { engineFaults } from './engine.ts';
import { exportFaults } from './exports.ts';
import { faceFaults } from './faces.ts';
import { failoverFaults } from './failover.ts';
import { fieldFaults } from './fields.ts';
import { followerFaults } from './followers.ts';
import { inPersonFaults } from './in-person.ts';
import { healthFaults } from './instance-health.ts';
import { languageFaults } from './languages.ts';
import { levelFaults } from './levels.ts';
import { loggedFaults } from './logged.ts';
import { memberFaults } from './members.ts';
import { migrationFaults } from './migrations.ts';
import type { FaultyFile } from './mutation.ts';
import { nextcloudFaults } from './nextcloud.ts';
import { oauthFaults } from './oauth.ts';
import { organizationMoveFaults } from './organization-moves.ts';
import { outageFaults } from './outages.ts';
import { pageFaults } from './pages.ts';
import { personalDataFaults } from './personal-data.ts';
import { pictureFaults } from './pictures.ts';
import { placeFaults } from './places.ts';
import { printedPageFaults } from './printed-pages.ts';
import { programFaults } from './programs.ts';
import { proofFaults } from './proofs.ts';
import { providerFaults } from './providers.ts';
import { provisioningFaults } from './provisioning.ts';
import { publicLinkFaults } from './public-links.ts';
import { quotaFaults } from './quotas.ts';
import { recordFaults } from './record.ts';
import { reminderFaults } from './reminders.ts';
import { retentionFaults } from './retention.ts';
import { roomFaults } from './rooms.ts';
import { rowSecurityFaults } from './row-security.ts';
import { samlFaults } from './saml.ts';
import { sandboxFaults } from './sandbox.ts';
import { schemaNameFaults } from './schema-names.ts';
import { sealingFaults } from './sealing.ts';
import { secondFactorFaults } from './second-factors.ts';
import { sendingFaults } from './sending.ts';
import { signingFaults } from './signing.ts';
import { signingWitnessFaults } from './signing-witnesses.ts';
import { stampFaults } from './stamps.ts';
import { startFaults } from './start.ts';
import { takeHomeFaults } from './take-home.ts';
import { usageFaults } from './usage.ts';
import { webhookFaults } from './webhooks.ts';
import { witnessFaults } from './witness.ts';

/** One guard removed from one file. */
export interface Mutation {
  /** The argument of `npm run mutate -- ID`. */
  readonly id: string;
  readonly file: string;
  readonly from: string;
  readonly to: string;
  readonly tests: readonly string[];
}

const files: readonly FaultyFile[] = [
  ...edgeFaults,
  ...embeddingFaults,
  ...accessFaults,
  ...ageingFaults,
  ...oauthFaults,
  ...roomFaults,
  ...provisioningFaults,
  ...samlFaults,
  ...brandFaults,
  ...bulkFaults,
  ...exportFaults,
  ...choiceFaults,
  ...inPersonFaults,
  ...publicLinkFaults,
  ...connectionFaults,
  ...sendingFaults,
  ...fieldFaults,
  ...signingFaults,
  ...quotaFaults,
  ...recordFaults,
  ...reminderFaults,
  ...followerFaults,
  ...sealingFaults,
  ...healthFaults,
  ...languageFaults,
  ...levelFaults,
  ...loggedFaults,
  ...witnessFaults,
  ...signingWitnessFaults,
  ...attachmentFaults,
  ...annexFaults,
  ...agentFaults,
  ...answerFaults,
  ...converterFaults,
  ...stampFaults,
  ...webhookFaults,
  ...backupFaults,
  ...memberFaults,
  ...migrationFaults,
  ...secondFactorFaults,
  ...proofFaults,
  ...retentionFaults,
  ...durabilityFaults,
  ...organizationMoveFaults,
  ...outageFaults,
  ...failoverFaults,
  ...schemaNameFaults,
  ...printedPageFaults,
  ...auditFaults,
  ...courtBundleFaults,
  ...personalDataFaults,
  ...takeHomeFaults,
  ...providerFaults,
  ...rowSecurityFaults,
  ...sandboxFaults,
  ...pageFaults,
  ...programFaults,
  ...nextcloudFaults,
  ...startFaults,
  ...usageFaults,
  ...engineFaults,
  ...pictureFaults,
  ...placeFaults,
  ...faceFaults,
  ...architectureFaults,
];

/** Ids of faults that are named together: `npm run mutate -- NAME`. */
export const groups: Readonly<Record<string, readonly string[]>> = {
  architecture: architectureFaults.flatMap(({ faults }) => Object.keys(faults)),
};

/** Every fault that a test must detect: `npm run mutate` applies them, and docs/mutations.md lists them. */
export const mutations: readonly Mutation[] = files.flatMap(({ file, tests, faults }) =>
  Object.entries(faults).map(([id, [from, to]]) => ({ id, file, from, to, tests })),
);
