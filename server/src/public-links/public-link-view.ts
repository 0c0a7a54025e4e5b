import { encode } from 'uqr';
import type { Deps } from '../deps.ts';
import { toSeconds } from '../platform/clock.ts';
import { settingsOf } from './link-access.ts';
import { formToken } from './link-secrets.ts';
import type { ReadLink, ReadSubmission } from './read-links.ts';

export function viewPublicLink(read: ReadLink, { vault }: Pick<Deps, 'vault'>) {
  const { link, workspaceId, state, offReason, counts, creatorName, origin } = read;
  const url = `${origin}/form/${formToken(vault, link.key)}`;
  const { open, done, abandoned } = counts;
  return {
    id: link.id,
    workspaceId,
    templateId: link.template_id,
    ...settingsOf(link),
    people: [...link.people],
    prefillKeys: [...link.prefill_keys],
    state,
    offReason,
    url,
    qr: drawQr(url),
    counts: { open, done, abandoned },
    creatorName,
    createDate: toSeconds(link.created_at),
    endDate: link.ended_at && toSeconds(link.ended_at),
  };
}

/** A QR code with its white border, each dark square being 1 × 1. */
function drawQr(text: string): string {
  const { data, size } = encode(text, { border: 4 });
  const squares = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">` +
    `<path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${squares.join('')}"/></svg>`
  );
}

export function viewSubmission({ submission, workflow }: ReadSubmission) {
  const { id, name, email, state, reference, proven_at: provenAt, created_at: createdAt } = submission;
  return {
    ...{ id, name, email, state: state === 'asked' ? ('open' as const) : state, reference },
    provenDate: toSeconds(provenAt ?? createdAt),
    workflowId: submission.workflow_id,
    envelopeId: workflow?.envelopeId ?? null,
    status: workflow?.status ?? null,
  };
}
