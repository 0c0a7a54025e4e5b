import { invalid } from '@paraph/domain';
import { useCertificate } from '../../authority/unused-certificates.ts';
import type { Deps } from '../../deps.ts';
import { voidPreview } from '../answers/preview-signing.ts';
import type { StoredPreview } from '../answers/preview-store.ts';
import type { SigningSession } from '../session/signing-session.ts';
import { certifiedKeyOf, findBinding, type OutsideValue, outsideSource } from './bind-preview.ts';
import { type SignatureSource, serviceSource } from './signature-source.ts';

/**
 * Whose key signs at the level of a workflow: this service's at level simple, at every other one a key outside, for
 * which there is no way here to make a signature.
 *
 * @throws Refusal `VALIDATION_ERROR` if the signatures do not fit the level
 */
export async function sourceForLevel(
  deps: Pick<Deps, 'authority' | 'clock' | 'database' | 'ids' | 'vault'>,
  { facts, recipient }: Pick<SigningSession, 'facts' | 'recipient'>,
  { preview, signatures }: { preview: StoredPreview; signatures: readonly OutsideValue[] | undefined },
): Promise<SignatureSource> {
  if (facts.workflow.type === 'simple') {
    if (signatures) throw invalid({ signatures: 'At the level simple the service signs.' });
    return serviceSource(deps, recipient);
  }
  const binding = await findBinding(deps.database, preview.id);
  const [own] = binding?.certificates ?? [];
  if (!binding || !own || signatures?.length !== facts.files.length)
    throw invalid({
      signatures:
        'At this level each document needs a signature by the key that was certified for this preview.',
    });
  const { serial } = binding;
  return outsideSource(binding, {
    certificate: certifiedKeyOf(own),
    values: signatures,
    recordUse: async (tx) => {
      // Revoked as unused meanwhile, or another key was certified.
      if (serial === null || !(await useCertificate(tx, serial))) throw voidPreview('check_used');
    },
  });
}
