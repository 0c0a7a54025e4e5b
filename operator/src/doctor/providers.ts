import { offerIdentifications } from '@paraph/domain';
import { listLinkHosts } from '@paraph/server/brands/api.ts';
import { findHostProblem } from '@paraph/server/brands/manage-link-host.ts';
import { isLoopback } from '@paraph/server/config/base-url.ts';
import type { Config } from '@paraph/server/config/config.ts';
import type { Database } from '@paraph/server/database/database.ts';
import { countIdentityProviders } from '@paraph/server/identity-providers/api.ts';
import { tryIdentityProvider } from '@paraph/server/identity-providers/try-identity-provider.ts';
import { countEnabledProviders } from '@paraph/server/trust-services/api.ts';
import { instanceLevelFacts } from '@paraph/server/workspaces/levels.ts';
import type { Finding, Patient } from './finding.ts';

/** Whether people can sign at the level qualified, and with whom. */
export async function checkProviders(
  database: Database,
  { baseUrl }: Pick<Config, 'baseUrl'>,
): Promise<Finding> {
  const name = 'qualified';
  const { providers, organizations } = await countEnabledProviders(database);
  const own =
    providers === 0
      ? 'No organization has set up a trust service provider.'
      : `${providers} trust service providers are set up, in ${organizations} organizations.`;
  if (isLoopback(baseUrl)) {
    const detail = `${own} The sandbox provider is built in; its signatures have no legal effect.`;
    return { name, state: 'well', detail };
  }
  if (providers > 0) return { name, state: 'well', detail: own };
  return { name, state: 'well', detail: `${own} The level qualified is offered once one has.` };
}

/** Whether the hosts of organizations, which their links name, still lead to this instance. */
export async function checkLinkHosts(
  database: Database,
  deps: Parameters<typeof findHostProblem>[0],
): Promise<Finding[]> {
  const name = 'link hosts';
  const findings: Finding[] = [];
  for (const host of await listLinkHosts(database)) {
    const problem = await findHostProblem(deps, host);
    const remedy =
      'Links in mails of its organization name it, and open nothing. Let the name lead here again, look at the certificate and ' +
      'the proxy, or ask the organization to remove it.';
    findings.push(
      problem === null
        ? { name, state: 'well', detail: `${host} leads here.` }
        : { name, state: 'failed', detail: problem, remedy },
    );
  }
  return findings;
}

/** By which proofs signers can be identified at the level advanced, and how many organizations add their own. */
export async function checkIdentifications(
  database: Database,
  config: Pick<Config, 'baseUrl' | 'mailCodes' | 'sms'>,
): Promise<Finding> {
  const organizations = await countIdentityProviders(database);
  const offered = offerIdentifications(instanceLevelFacts({ config }))
    .filter(({ type, missing }) => missing === null && type !== 'identity-provider')
    .map(({ type }) => type);
  const channels =
    offered.length === 0 ? 'No channel of this instance is set up.' : `Offered: ${offered.join(', ')}.`;
  const own = organizations === 1 ? '1 organization has' : `${organizations} organizations have`;
  return {
    name: 'advanced',
    state: 'well',
    detail: `${channels} ${own} an identity provider (OpenID Connect).`,
  };
}

/**
 * Whether the provider by which the members of all organizations sign in answers; the file of its secret was read with
 * the settings, which name it where it cannot be.
 */
export async function checkSignIn({ config, clock }: Patient): Promise<Finding[]> {
  const { oidc } = config;
  if (oidc === null) return [];
  const name = 'sign-in';
  const tried = await tryIdentityProvider({ config, clock }, { ...oidc, isOperators: true });
  const wrong = tried.filter(({ ok }) => !ok).map(({ text }) => text);
  if (wrong.length === 0) return [{ name, state: 'well', detail: `${oidc.name} answers at ${oidc.issuer}.` }];
  const remedy =
    'Nobody signs in by it. Look at the network and at that server, or correct PARAPH_OIDC_ISSUER; passwords work meanwhile ' +
    'where no organization requires a provider.';
  return [{ name, state: 'failed', detail: `${oidc.issuer}: ${wrong.join(' ')}`, remedy }];
}
