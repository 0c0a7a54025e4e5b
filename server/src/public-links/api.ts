import type { Reads, Tx } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { sha256 } from '../platform/ids.ts';
import { formToken, mailboxCode } from './link-secrets.ts';
import {
  findLink,
  findLinkByToken,
  findSubmission,
  forgetVisitor,
  settleSubmissions,
} from './public-link-store.ts';

export { deleteUnproven, handOverLinks } from './public-link-store.ts';

/** Whose page the token of an address leads to; null for an unknown one. */
export async function findOrganizationOfForm(reads: Reads, token: string): Promise<number | null> {
  return (await findLinkByToken(reads, sha256(token)))?.organization_id ?? null;
}

/** What the mail with a code says; null once the mailbox is proven or the code does not count any more. */
export async function findMailboxCode(
  { database, clock, vault }: Pick<Deps, 'clock' | 'database' | 'vault'>,
  submissionId: number,
) {
  const submission = await findSubmission(database, submissionId);
  const link = submission && (await findLink(database, submission.link_id));
  if (!link || submission.state !== 'asked' || submission.expires_at <= clock.now()) return null;
  return {
    code: mailboxCode(vault, submission),
    path: `/form/${formToken(vault, link.key)}`,
    name: link.name,
    organizationId: link.organization_id,
    language: submission.language ?? link.language,
  };
}

/** Before a workflow is erased: whether it was answered still counts, and who the person was does not remain. */
export async function releaseSubmission(tx: Tx, workflowId: number): Promise<void> {
  await settleSubmissions(tx, { workflowId });
  await forgetVisitor(tx, workflowId);
}
