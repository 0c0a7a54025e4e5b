import { requestTimestamp } from '@paraph/pades';
import { openOwnTimestamping } from '../authority/give-timestamp.ts';
import { canonicalJson } from '../platform/canonical-json.ts';
import { sha256 } from '../platform/ids.ts';
import type { EvidenceView } from './compose-document.ts';
import type { EvidenceDeps } from './gather-facts.ts';

/** Puts the instance's own timestamp over a record: it is as it was when it was asked for, and by whom it was made. */
export async function sealRecord(
  deps: EvidenceDeps,
  record: EvidenceView['record'],
): Promise<EvidenceView['seal']> {
  const digest = sha256(canonicalJson(record));
  const { der } = await requestTimestamp(digest, openOwnTimestamping(deps));
  return { sha256: digest.toString('hex'), token: Buffer.from(der).toString('base64') };
}
