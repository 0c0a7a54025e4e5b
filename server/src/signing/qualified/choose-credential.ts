import { invalid } from '@paraph/domain';
import {
  type CscCredential,
  type CscService,
  parseCertificate,
  RemoteSigningError,
  signatureAlgorithms,
} from '@paraph/pades';
import { toSeconds } from '../../platform/clock.ts';
import { checkCredential, revocationProblem } from '../../trust-services/provider-certificates.ts';
import { checkFinish } from '../finish/check-finish.ts';
import type { SigningDeps } from '../session/signing-session.ts';
import { bindInputs, digestsOf } from './bound-inputs.ts';
import {
  askProvider,
  findCurrentVisit,
  loadVisit,
  sealSecrets,
  stageOf,
  type Visit,
} from './provider-visit.ts';
import { updateVisit } from './provider-visit-store.ts';
import { ACCESS_DENIED, isReleasedByCall, openService, sendTo } from './visit-provider.ts';

/** A person has few; more are not asked about one by one. */
const CREDENTIALS_MAX = 20;

/** How far the person has come, for the page; null before they have begun. */
export async function readVisit(deps: SigningDeps, linkId: string) {
  const current = await findCurrentVisit(deps, linkId);
  if (!current) return null;
  const { provider, visit } = current;
  const isCanceled = visit.problem === ACCESS_DENIED;
  return {
    stage: stageOf(current),
    provider: { key: provider.key, name: provider.name, sandbox: provider.isSandbox },
    problem: isCanceled ? null : visit.problem,
    canceled: isCanceled ? { previewId: visit.preview_id, credential: visit.credential_id } : null,
  };
}

/**
 * The person's credentials, each with the reason where it cannot sign: nothing that is not qualified can be chosen.
 *
 * @throws Refusal for a provider that cannot be reached
 */
export async function listCredentials(deps: SigningDeps, linkId: string, language: string | undefined) {
  const current = await loadVisit(deps, linkId);
  const { service } = await openService(deps, current);
  const ids = await askProvider(deps, current, () => service.credentials());
  const offered: Awaited<ReturnType<typeof offer>>[] = [];
  for (const id of ids.slice(0, CREDENTIALS_MAX))
    offered.push(await offer(deps, current, { service, id, language }));
  return offered;
}

async function offer(
  deps: SigningDeps,
  current: Visit,
  { service, id, language }: { service: CscService; id: string; language: string | undefined },
) {
  try {
    const credential = await service.credential(id, language);
    const { problem } = await assess(deps, current, credential);
    return { id, ...described(credential), problem };
  } catch (error) {
    // One that is disabled or revoked is shown with its reason; a provider that fails is not.
    if (!(error instanceof RemoteSigningError) || error.status >= 500) throw error;
    const { credential, words } = error;
    const problem = words.slice(0, 1).toUpperCase() + words.slice(1);
    return { id, ...described(credential ?? { description: null, certificates: [] }), problem };
  }
}

/** The chain of a credential, and why it cannot sign these documents; null if it can. */
async function assess(deps: SigningDeps, current: Visit, credential: CscCredential) {
  const { problems, chain } = await checkCredential(deps, current.provider, credential);
  const words = [
    ...problems.map((problem) => problem.words),
    ...countProblem(current, credential),
    ...revocationProblem(chain),
  ];
  return { chain, problem: words.length === 0 ? null : words.join(' ') };
}

/** What a person recognizes it by. A service may leave out the certificate of one that cannot be used. */
function described({
  description,
  certificates: [own],
}: Pick<CscCredential, 'certificates' | 'description'>) {
  if (!own) return { name: '', issuer: '', description, endDate: null };
  const { commonName, issuerName, notAfter } = parseCertificate(own);
  return { name: commonName ?? '', issuer: issuerName ?? '', description, endDate: toSeconds(notAfter) };
}

function countProblem({ session }: Visit, { signaturesMax }: CscCredential): string[] {
  const count = session.facts.files.length;
  if (count <= signaturesMax) return [];
  return [`It signs at most ${signaturesMax} documents at a time, and there are ${count}.`];
}

/**
 * Binds the preview to the certificate of a credential, which becomes part of what is signed. Answers what the person
 * does next: go to a page of the provider (`url`), or type what releases the key (`asks`).
 *
 * @throws Refusal `VALIDATION_ERROR` with `credential` for one whose signatures would not be qualified
 */
export async function chooseCredential(
  deps: SigningDeps,
  linkId: string,
  { credentialId, language }: { credentialId: string; language: string },
) {
  const current = await loadVisit(deps, linkId);
  const checked = await checkFinish(deps, current.session, current.visit.preview_id);
  const { service, described } = await openService(deps, current);
  const credential = await askProvider(deps, current, () => service.credential(credentialId));
  const { problem, chain } = await assess(deps, current, credential);
  if (problem !== null) throw invalid({ credential: problem });
  const { algorithm, mode } = credential;
  const certificates = chain.map((der) => Buffer.from(der));
  const inputs = await bindInputs(deps, checked, { certificates, algorithm });
  await updateVisit(deps.database, linkId, {
    credential_id: credential.id,
    chain: certificates,
    algorithm,
    response_id: null,
    signatures: null,
    problem: null,
    sealed_secrets: sealSecrets(deps, linkId, { ...current.secrets, release: null }),
  });
  if (mode === 'explicit' || (mode === 'implicit' && isReleasedByCall(described))) {
    const objects = await askProvider(deps, current, () => service.begin(credential));
    return {
      url: null,
      asks: objects.map(({ id, label, isNumeric }) => ({ id, label, numeric: isNumeric })),
    };
  }
  const { hash } = signatureAlgorithms[algorithm];
  const digests = digestsOf(inputs, algorithm);
  const consent = { scope: 'credential', credentialId: credential.id, digests, hash } as const;
  const { url } = await sendTo(deps, await loadVisit(deps, linkId), { consent, language, described });
  return { url, asks: null };
}
