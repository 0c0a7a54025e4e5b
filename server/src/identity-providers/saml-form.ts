import { Fault, hasControls, invalid, type Violations } from '@paraph/domain';
import { checkUrl, policyForUsers } from '../platform/outside/http-client.ts';
import { isLoopbackHost } from '../platform/outside/http-client-url.ts';
import type { StoredIdentityProvider } from './identity-provider-store.ts';
import {
  CERTIFICATES_MAX,
  ownAddresses,
  readCertificate,
  readProviderMetadata,
  type SamlFacts,
} from './saml-metadata.ts';
import { columnsOfFacts, fetchMetadata, type SamlDeps } from './saml-provider.ts';
import type { StoredSamlProvider } from './saml-store.ts';

/** What is entered of a provider: where its metadata is, else the metadata, else what would be in it. */
export interface SamlForm {
  metadataUrl?: string | undefined;
  metadata?: string | undefined;
  entityId?: string | undefined;
  ssoUrl?: string | undefined;
  sloUrl?: string | undefined;
  certificates?: string[] | undefined;
  emailAttribute?: string | undefined;
  nameAttribute?: string | undefined;
  signsRequests?: boolean | undefined;
  allowsUnsolicited?: boolean | undefined;
}

type SamlColumns = Omit<
  StoredSamlProvider,
  'answer_problem' | 'connection_id' | 'own_certificate' | 'sealed_key'
>;

interface Before {
  issuer: string;
  saml: StoredSamlProvider;
}

type Problem = (field: keyof SamlForm, text: string) => void;

/** What the form says, its metadata read; what is wrong with it is added to the violations. */
export async function readSamlForm(
  deps: SamlDeps,
  { form, before }: { form: SamlForm; before: Before | null },
  violations: Violations,
): Promise<{ issuer: string; columns: SamlColumns }> {
  const problem: Problem = (field, text) => {
    violations[`saml[${field}]`] ??= text;
  };
  const url = form.metadataUrl?.trim() || null;
  const isAsBefore = url !== null && before?.saml.metadata_url === url && before.saml.sso_url !== '';
  const facts = isAsBefore ? factsOf(before) : await readFacts(deps, { form, url }, problem);
  for (const field of ['emailAttribute', 'nameAttribute'] as const)
    if (hasControls(form[field] ?? '')) problem(field, 'Must not contain control characters.');
  const isRead = url !== null && facts.ssoUrl !== '';
  const columns: SamlColumns = {
    ...columnsOfFacts(facts),
    metadata_url: url,
    metadata_read_at: isAsBefore ? before.saml.metadata_read_at : isRead ? deps.clock.now() : null,
    metadata_problem: isAsBefore ? before.saml.metadata_problem : null,
    email_attribute: form.emailAttribute?.trim() ?? '',
    name_attribute: form.nameAttribute?.trim() ?? '',
    signs_requests: form.signsRequests === true || facts.wantsSignedRequests,
    allows_unsolicited: form.allowsUnsolicited === true,
  };
  return { issuer: facts.entityId, columns };
}

/** So that a provider which is down stops no other change. */
function factsOf({ issuer, saml }: Before): SamlFacts {
  return {
    ...{ entityId: issuer, ssoUrl: saml.sso_url, sloUrl: saml.slo_url, certificates: saml.certificates },
    ...{ nameFormat: saml.name_format, wantsSignedRequests: false },
  };
}

const NOTHING: SamlFacts = {
  ...{ entityId: '', ssoUrl: '', sloUrl: null, certificates: [], nameFormat: null },
  wantsSignedRequests: false,
};

async function readFacts(
  deps: SamlDeps,
  { form, url }: { form: SamlForm; url: string | null },
  problem: Problem,
): Promise<SamlFacts> {
  const metadata = form.metadata?.trim() ?? '';
  if (url === null && metadata === '') return readByHand(deps, form, problem);
  const field = url === null ? 'metadata' : 'metadataUrl';
  const refused = url === null ? null : checkUrl(url, policyForUsers(deps.config));
  if (refused !== null) problem(field, refused);
  else
    try {
      const facts = url === null ? readProviderMetadata(metadata) : await fetchMetadata(deps, url);
      checkFacts(deps, facts, (_field, text) => problem(field, `In the metadata: ${text}`));
      return facts;
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      problem(field, error.message);
    }
  return NOTHING;
}

/** A form without any of it is one of a provider that asks for our addresses first. */
function readByHand(deps: SamlDeps, form: SamlForm, problem: Problem): SamlFacts {
  const entered = (form.certificates ?? []).filter((text) => text.trim() !== '');
  const [entityId = '', ssoUrl = '', sloUrl = ''] = [form.entityId, form.ssoUrl, form.sloUrl].map((text) =>
    text?.trim(),
  );
  if (entityId === '' && ssoUrl === '' && entered.length === 0) return NOTHING;
  const certificates: string[] = [];
  for (const text of entered)
    try {
      certificates.push(readCertificate(text).raw.toString('base64'));
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      problem('certificates', error.message);
    }
  if (entered.length === 0) problem('certificates', 'Give the certificate by which the provider signs.');
  const facts = { ...NOTHING, entityId, ssoUrl, sloUrl: sloUrl || null, certificates };
  checkFacts(deps, facts, problem);
  return facts;
}

function checkFacts({ config }: SamlDeps, facts: SamlFacts, problem: Problem): void {
  const { entityId, ssoUrl, sloUrl, certificates } = facts;
  if (entityId === '' || entityId.length > 1_024 || hasControls(entityId))
    problem('entityId', 'The entity id must have 1 to 1024 characters.');
  if (!isPage(ssoUrl, config.baseUrl)) problem('ssoUrl', 'The address must begin with https://.');
  if (sloUrl !== null && !isPage(sloUrl, config.baseUrl))
    problem('sloUrl', 'The address for signing out must begin with https://.');
  if (certificates.length > CERTIFICATES_MAX)
    problem('certificates', `A provider has at most ${CERTIFICATES_MAX} certificates.`);
}

/** Browsers go there, not we: it may be in the network of the organization. */
function isPage(text: string, baseUrl: string): boolean {
  if (!URL.canParse(text) || /[\s\p{Cc}#]/u.test(text)) return false;
  const { protocol, hostname } = new URL(text);
  const mayBeHttp = isLoopbackHost(hostname) && isLoopbackHost(new URL(baseUrl).hostname);
  return protocol === 'https:' || (mayBeHttp && protocol === 'http:');
}

/**
 * The columns that connections of both kinds have.
 *
 * @throws Refusal `VALIDATION_ERROR` with all that is wrong, what was found before too
 */
export function readSamlClient(
  { clock, config }: Pick<SamlDeps, 'clock' | 'config'>,
  of: { issuer: string; connectionId: string; before: StoredIdentityProvider | null },
  violations: Violations,
) {
  const { issuer, connectionId, before } = of;
  if (before?.is_enforced && before.issuer !== issuer)
    violations['saml[entityId]'] ??= 'Members sign in by this connection alone; end that first.';
  if (Object.keys(violations).length > 0) throw invalid(violations);
  const { entityId } = ownAddresses(config, connectionId);
  return { issuer, client_id: entityId, sealed_secret: '', changed_at: clock.now() };
}
