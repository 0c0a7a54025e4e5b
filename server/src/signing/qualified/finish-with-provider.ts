import { invalid, Refusal } from '@paraph/domain';
import {
  type CscAuthorizationData,
  type CscCredential,
  type CscService,
  type CscSignatures,
  RemoteSigningError,
} from '@paraph/pades';
import type { Visitor } from '../../http/caller.ts';
import { SANDBOX_NAME } from '../../sandbox-provider/sandbox-authority.ts';
import { openProviderService } from '../../trust-services/provider-client.ts';
import { requirePreview } from '../answers/preview-signing.ts';
import { requireFinishable } from '../answers/signing-content.ts';
import type { Intent } from '../finish/act-evidence.ts';
import { type BoundDocument, boundDocuments, certifiedKeyOf, outsideSource } from '../finish/bind-preview.ts';
import { finishSigning } from '../finish/finish-signing.ts';
import type { SigningDeps } from '../session/signing-session.ts';
import { askProvider, loadVisit, sealSecrets, type Visit } from './provider-visit.ts';
import { deleteVisit, updateVisit } from './provider-visit-store.ts';
import { requireServiceToken } from './visit-provider.ts';

/** A visit whose preview is bound to a certificate. */
interface BoundVisit extends Visit {
  chain: Buffer[];
  algorithm: CscCredential['algorithm'];
  credentialId: string;
  documents: BoundDocument[];
}

async function loadBound(deps: SigningDeps, linkId: string): Promise<BoundVisit> {
  const held = await loadVisit(deps, linkId);
  const { session, visit } = held;
  requireFinishable(session);
  const { chain, algorithm, credential_id: credentialId } = visit;
  if (!chain || !algorithm || credentialId === null)
    throw invalid({ credential: 'Choose a certificate first.' });
  const { documents } = await requirePreview(deps, session, visit.preview_id);
  const bound = boundDocuments({ certificates: chain }, documents);
  return { ...held, chain, algorithm, credentialId, documents: bound };
}

/**
 * Releases the key by what the person typed; it is sent to the provider and kept nowhere.
 *
 * @throws Refusal `VALIDATION_ERROR` with the provider's words for a wrong PIN or password
 */
export async function releaseCredential(
  deps: SigningDeps,
  linkId: string,
  authData: CscAuthorizationData,
): Promise<void> {
  const held = await loadBound(deps, linkId);
  const service = openProviderService(deps, held.provider, { token: requireServiceToken(held) });
  const inputs = held.documents.map((each) => each.signedAttributes);
  const value = await askProvider(deps, linkId, async () =>
    service.authorize(await service.credential(held.credentialId), { inputs, authData }),
  );
  await updateVisit(deps.database, linkId, {
    sealed_secrets: sealSecrets(deps, linkId, { ...held.secrets, release: { kind: 'activation', value } }),
    problem: null,
  });
}

/**
 * Has the provider sign what was released, and finishes. Signatures are stored before they are embedded, so that they
 * are asked for once, whatever fails later.
 *
 * @returns false while the provider has promised the signatures for later
 * @throws Refusal as `finishSigning` does, and for a provider that fails or refuses
 */
export async function finishWithProvider(
  deps: SigningDeps,
  linkId: string,
  { intent, visitor }: { intent?: Intent; visitor: Visitor },
): Promise<boolean> {
  const held = await loadBound(deps, linkId);
  const outcome = held.visit.signatures
    ? { signatures: held.visit.signatures, responseId: held.visit.response_id }
    : await sign(deps, linkId, held);
  if (!outcome) return false;
  const { chain, algorithm, provider, visit, documents } = held;
  const [own = Buffer.alloc(0)] = chain;
  const values = documents.map(({ documentId }) => {
    return { documentId, value: Buffer.from(outcome.signatures[documentId] ?? '', 'base64') };
  });
  const binding = { certificates: chain, algorithm, serial: null };
  const source = outsideSource(binding, {
    certificate: certifiedKeyOf(own),
    values,
    // The provider keeps account of its certificates.
    recordUse: async () => {},
  });
  await finishSigning(deps, linkId, {
    previewId: visit.preview_id,
    visitor,
    ...(intent ? { intent } : {}),
    qualified: {
      source,
      chain,
      transaction: {
        provider: provider.name,
        responseId: outcome.responseId,
        notice: provider.isSandbox ? SANDBOX_NAME : null,
      },
    },
  });
  await deleteVisit(deps.database, linkId);
  return true;
}

interface Outcome {
  signatures: Readonly<Record<string, string>>;
  responseId: string | null;
}

async function sign(deps: SigningDeps, linkId: string, held: BoundVisit): Promise<Outcome | null> {
  const answer = await askProvider(deps, linkId, () => askSignatures(deps, held)).catch(
    async (error: unknown) => {
      // After a failure of the line the release may still be good.
      if (error instanceof Refusal && error.code === 'VALIDATION_ERROR')
        await forgetRelease(deps, linkId, held);
      throw error;
    },
  );
  const { signatures, responseId } = answer;
  if (!signatures) {
    await updateVisit(deps.database, linkId, { response_id: responseId, problem: null });
    return null;
  }
  const byDocument = Object.fromEntries(
    held.documents.map(({ documentId }, index) => {
      return [documentId, Buffer.from(signatures[index] ?? []).toString('base64')];
    }),
  );
  const stored = { signatures: JSON.stringify(byDocument), response_id: responseId, problem: null };
  await updateVisit(deps.database, linkId, stored);
  return { signatures: byDocument, responseId };
}

async function askSignatures(deps: SigningDeps, held: BoundVisit): Promise<CscSignatures> {
  const { provider, secrets, visit, credentialId, chain } = held;
  const serviceToken = requireServiceToken(held);
  const service = openProviderService(deps, provider, { token: serviceToken });
  const credential = await service.credential(credentialId);
  const [own] = chain;
  if (!own || Buffer.compare(own, credential.certificates[0] ?? new Uint8Array()) !== 0)
    throw refused(held, 'the certificate is another one than before; choose it again.');
  const inputs = held.documents.map((each) => each.signedAttributes);
  if (visit.response_id !== null) return service.poll(credential, { inputs, responseId: visit.response_id });
  const { release } = secrets;
  if (!release) throw refused(held, 'the key is not released; release it first.');
  const isToken = release.kind === 'token';
  const signing: CscService = isToken
    ? openProviderService(deps, provider, { token: release.value })
    : service;
  return signing.sign(credential, { inputs, activationData: isToken ? null : release.value });
}

function refused({ provider }: Visit, words: string): RemoteSigningError {
  return new RemoteSigningError('sign', { code: 'answer', status: 400, words }, provider.name);
}

/** What a provider refuses cannot be used again: the person releases the key anew. */
async function forgetRelease(deps: SigningDeps, linkId: string, held: BoundVisit): Promise<void> {
  await updateVisit(deps.database, linkId, {
    sealed_secrets: sealSecrets(deps, linkId, { ...held.secrets, release: null }),
    response_id: null,
  });
}
