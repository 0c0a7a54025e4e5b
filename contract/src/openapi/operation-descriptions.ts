import type { RefusalCode } from '@paraph/domain';
import { AGENT_DESCRIPTIONS } from './agent-descriptions.ts';
import { ANNEX_DESCRIPTIONS } from './annex-descriptions.ts';
import { BRAND_DESCRIPTIONS } from './brand-descriptions.ts';
import { BULK_DESCRIPTIONS } from './bulk-descriptions.ts';
import { CONNECTION_DESCRIPTIONS } from './connection-descriptions.ts';
import type { OperationDescriptions } from './description-table.ts';
import { DESTINATION_DESCRIPTIONS } from './destination-descriptions.ts';
import { EMBEDDING_DESCRIPTIONS } from './embedding-descriptions.ts';
import { EXPORT_DESCRIPTIONS } from './export-descriptions.ts';
import { PROVISIONING_DESCRIPTIONS } from './provisioning-descriptions.ts';
import { PUBLIC_LINK_DESCRIPTIONS } from './public-link-descriptions.ts';
import { RECORD_DESCRIPTIONS } from './record-descriptions.ts';
import { REFUSAL_DESCRIPTIONS } from './refusal-descriptions.ts';
import { RETENTION_DESCRIPTIONS } from './retention-descriptions.ts';
import { ROOM_DESCRIPTIONS } from './room-descriptions.ts';
import { SEAL_DESCRIPTIONS } from './seal-descriptions.ts';
import { TEMPLATE_DESCRIPTIONS } from './template-descriptions.ts';
import { TRUST_DESCRIPTIONS } from './trust-descriptions.ts';
import { USAGE_DESCRIPTIONS } from './usage-descriptions.ts';
import { WORKFLOW_DESCRIPTIONS } from './workflow-descriptions.ts';

/** What each operation that is not the pages' own does, by its name. */
export const OPERATION_DESCRIPTIONS: OperationDescriptions = {
  ...WORKFLOW_DESCRIPTIONS,
  ...ROOM_DESCRIPTIONS,
  ...EMBEDDING_DESCRIPTIONS,
  ...TEMPLATE_DESCRIPTIONS,
  ...BULK_DESCRIPTIONS,
  ...EXPORT_DESCRIPTIONS,
  ...PUBLIC_LINK_DESCRIPTIONS,
  ...SEAL_DESCRIPTIONS,
  ...TRUST_DESCRIPTIONS,
  ...BRAND_DESCRIPTIONS,
  ...CONNECTION_DESCRIPTIONS,
  ...PROVISIONING_DESCRIPTIONS,
  ...DESTINATION_DESCRIPTIONS,
  ...ANNEX_DESCRIPTIONS,
  ...RETENTION_DESCRIPTIONS,
  ...RECORD_DESCRIPTIONS,
  ...USAGE_DESCRIPTIONS,
  ...AGENT_DESCRIPTIONS,
};

/** Without this an operation has no words of its own: what every call can meet is said by the code alone. */
export function describeOperation(name: string, codes: readonly RefusalCode[]): string | null {
  const words = OPERATION_DESCRIPTIONS[name];
  if (!words) return null;
  const errors = codes.map((code) => `- \`${code}\`: ${words.refuses?.[code] ?? REFUSAL_DESCRIPTIONS[code]}`);
  return `${words.does}\n\nErrors:\n${errors.join('\n')}`;
}
