import { addSeconds } from '../platform/clock.ts';
import type { StoredIdentityProvider } from './identity-provider-store.ts';
import { getSamlProvider, lastEnd, refreshMetadata, type SamlRefreshDeps } from './saml-provider.ts';
import { findingOf, type TrialFinding } from './try-identity-provider.ts';

/** From when on people are to think of the next certificate. */
const SOON_SECONDS = 30 * 86_400;

/** A sentence for everything that matters; its metadata is read anew. */
export async function trySamlProvider(
  deps: SamlRefreshDeps,
  { id, issuer }: StoredIdentityProvider,
): Promise<TrialFinding[]> {
  await refreshMetadata(deps, { saml: await getSamlProvider(deps.database, id), issuer });
  const saml = await getSamlProvider(deps.database, id);
  if (saml.sso_url === '')
    return [
      {
        ok: false,
        text: 'It is not set up yet: register the addresses at the provider, then enter its metadata.',
      },
    ];
  const { metadata_problem: problem, answer_problem: refused } = saml;
  return [
    { ok: true, text: `It is ${issuer}; people sign in at ${new URL(saml.sso_url).host}.` },
    ...(saml.metadata_url === null
      ? []
      : [
          findingOf(problem === null, [
            'Its metadata was read just now.',
            `Its metadata cannot be used: ${problem} What was read before still counts.`,
          ]),
        ]),
    describeCertificates(saml.certificates, deps.clock.now()),
    {
      ok: true,
      text:
        saml.slo_url === null
          ? 'It has no address for signing out (SingleLogoutService): that ends sessions here alone.'
          : `People sign out at ${new URL(saml.slo_url).host}.`,
    },
    ...(refused === null ? [] : [{ ok: false, text: `Its latest answer was refused: ${refused}` }]),
  ];
}

function describeCertificates(certificates: readonly string[], now: Date): TrialFinding {
  const end = lastEnd(certificates);
  const day = end?.toISOString().slice(0, 10);
  if (end === null || end <= now)
    return {
      ok: false,
      text: `Its certificate ended on ${day}: make a new one at the provider, then enter its metadata anew.`,
    };
  const remedy = end < addSeconds(now, SOON_SECONDS) ? ' Make a new one at the provider before.' : '';
  return { ok: true, text: `Its certificate counts until ${day}.${remedy}` };
}
