import { invalid, Refusal, SANDBOX_NAME } from '@paraph/domain';
import {
  type CscAuthorizationData,
  type CscService,
  type CscSignatures,
  RemoteSigningError,
} from '@paraph/pades';
import { openProviderService } from '../../trust-services/provider-client.ts';
import { checkFinish } from '../finish/check-finish.ts';
import { finishChecked } from '../finish/finish-signing.ts';
import { outsideSource } from '../finish/signature-source.ts';
import type { Press } from '../finish/store-signed.ts';
import type { SigningDeps } from '../session/signing-session.ts';
import { bindInputs } from './bound-inputs.ts';
import { askProvider, loadVisit, sealSecrets, type Visit } from './provider-visit.ts';
import { deleteVisit, updateVisit } from './provider-visit-store.ts';
import { openService } from './visit-provider.ts';

/** A visit whose preview is bound to a certificate, and can be signed. */
type BoundVisit = Awaited<ReturnType<typeof loadBound>>;

async function loadBound(deps: SigningDeps, linkId: string) {
  const current = await loadVisit(deps, linkId);
  const { session, visit } = current;
  const checked = await checkFinish(deps, session, visit.preview_id);
  const { chain, algorithm, credential_id: credentialId } = visit;
  if (!chain || !algorithm || credentialId === null)
    throw invalid({ credential: 'Choose a certificate first.' });
  const documents = await bindInputs(deps, checked, { certificates: chain, algorithm });
  return { ...current, checked, chain, algorithm, credentialId, documents };
}

/**
 * Releases the key by what the person typed; it is sent to the provider and stored nowhere.
 *
 * @throws Refusal `VALIDATION_ERROR` with the provider's words for a wrong PIN or password
 */
export async function releaseCredential(
  deps: SigningDeps,
  linkId: string,
  authData: CscAuthorizationData,
): Promise<void> {
  const current = await loadBound(deps, linkId);
  const { service } = await openService(deps, current);
  const inputs = current.documents.map((each) => each.signedAttributes);
  const value = await askProvider(deps, current, async () =>
    service.authorize(await service.credential(current.credentialId), { inputs, authData }),
  );
  await updateVisit(deps.database, linkId, {
    sealed_secrets: sealSecrets(deps, linkId, { ...current.secrets, release: { kind: 'activation', value } }),
    problem: null,
  });
}

/**
 * Has the provider sign what was released, and finishes. Signatures are stored before they are embedded, so that they
 * are asked for once, whatever fails later.
 *
 * @returns false while the provider has promised the signatures for later
 * @throws Refusal as the phases of a Finish do, and for a provider that fails or refuses
 */
export async function finishWithProvider(deps: SigningDeps, linkId: string, press: Press): Promise<boolean> {
  const current = await loadBound(deps, linkId);
  const outcome = current.visit.signatures
    ? { signatures: current.visit.signatures, responseId: current.visit.response_id }
    : await sign(deps, linkId, current);
  if (!outcome) return false;
  const { checked, chain, algorithm, provider, documents } = current;
  const values = documents.map(({ documentId }) => {
    return { documentId, value: Buffer.from(outcome.signatures[documentId] ?? '', 'base64') };
  });
  const transaction = {
    provider: provider.name,
    responseId: outcome.responseId,
    notice: provider.isSandbox ? SANDBOX_NAME : null,
  };
  const messageDigests = new Map(documents.map((each) => [each.documentId, each.messageDigest]));
  const source = outsideSource(
    { certificates: chain, algorithm },
    // The provider keeps account of its certificates.
    { values, messageDigests, recordUse: async () => {}, provided: { chain, transaction } },
  );
  await finishChecked(deps, checked, { ...press, source });
  await deleteVisit(deps.database, linkId);
  return true;
}

/** By document, in base64; null while they are promised for later. */
async function sign(deps: SigningDeps, linkId: string, current: BoundVisit) {
  const asked = askProvider(deps, current, () => askSignatures(deps, current));
  const { signatures, responseId } = await asked.catch(async (error: unknown) => {
    // What a provider refuses cannot be used again; after a failure of the line the release may still be good.
    if (error instanceof Refusal && error.code === 'VALIDATION_ERROR') {
      const sealed = sealSecrets(deps, linkId, { ...current.secrets, release: null });
      await updateVisit(deps.database, linkId, { sealed_secrets: sealed, response_id: null });
    }
    throw error;
  });
  if (!signatures) {
    await updateVisit(deps.database, linkId, { response_id: responseId, problem: null });
    return null;
  }
  const byDocument = Object.fromEntries(
    current.documents.map(({ documentId }, index) => {
      return [documentId, Buffer.from(signatures[index] ?? []).toString('base64')];
    }),
  );
  const stored = { signatures: JSON.stringify(byDocument), response_id: responseId, problem: null };
  await updateVisit(deps.database, linkId, stored);
  return { signatures: byDocument, responseId };
}

async function askSignatures(deps: SigningDeps, current: BoundVisit): Promise<CscSignatures> {
  const { provider, secrets, visit, credentialId, chain, algorithm } = current;
  const { service, described } = await openService(deps, current);
  const inputs = current.documents.map((each) => each.signedAttributes);
  // Of one that is made for a single signature nothing may be left to read.
  if (visit.response_id !== null)
    return service.poll({ certificates: chain, algorithm }, { inputs, responseId: visit.response_id });
  const credential = await service.credential(credentialId);
  const [own] = chain;
  if (!own || Buffer.compare(own, credential.certificates[0] ?? new Uint8Array()) !== 0)
    throw refused(current, 'the certificate is another one than before; choose it again.');
  const { release } = secrets;
  if (!release) throw refused(current, 'the key is not released; release it first.');
  const isToken = release.kind === 'token';
  const signing: CscService = isToken
    ? openProviderService(deps, { provider, service: described }, { token: release.value })
    : service;
  return signing.sign(credential, { inputs, activationData: isToken ? null : release.value });
}

function refused({ provider }: Visit, words: string): RemoteSigningError {
  return new RemoteSigningError('sign', { code: 'answer', status: 400, words }, provider.name);
}
