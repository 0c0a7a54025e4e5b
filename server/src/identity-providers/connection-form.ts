import { domainToASCII } from 'node:url';
import {
  type ConnectionMapping,
  domainOfAddress,
  hasControls,
  isEmail,
  LIMITS,
  type MappedRoles,
  type Violations,
} from '@paraph/domain';
import { readName } from '../accounts/account-rules.ts';
import type { Config } from '../config/config.ts';
import type { Reads } from '../database/database.ts';
import { checkUrl, policyForUsers } from '../platform/outside/http-client.ts';
import { listCustomRoles, listWorkspacesIn } from '../workspaces/api.ts';
import { allRoles } from '../workspaces/roles.ts';
import type { SamlForm } from './saml-form.ts';

export interface ClientForm {
  issuer: string;
  clientId: string;
  /** Absent: as it is. */
  clientSecret?: string | undefined;
}

/** As it comes. */
export interface ConnectionInput extends Omit<ConnectionForm, 'clientId' | 'issuer' | 'kind' | 'saml'> {
  kind?: ConnectionKind | undefined;
  issuer?: string | undefined;
  clientId?: string | undefined;
  saml?: SamlForm | undefined;
}

type ConnectionKind = 'oidc' | 'saml';

export interface ConnectionForm extends ClientForm {
  kind: ConnectionKind;
  /** Of a connection of that kind. Absent: as it is. */
  saml: SamlForm | undefined;
  name: string;
  domains: string[];
  isForSigners: boolean;
  isForMembers: boolean;
  isEnforced: boolean;
  endsSession: boolean;
  mapping: ConnectionMapping;
}

export function checkClient(
  config: Pick<Config, 'allowedPrivateNetworks' | 'baseUrl'>,
  form: ClientForm,
): Violations {
  const violations: Violations = {};
  for (const name of ['clientId', 'clientSecret'] as const) {
    const text = form[name];
    if (text === undefined) continue;
    if (text.trim() === '') violations[name] = 'Must not be empty.';
    else if (hasControls(text)) violations[name] = 'Must not contain control characters.';
  }
  const problem = checkUrl(form.issuer, policyForUsers(config));
  if (form.issuer === '') violations.issuer = 'Must not be empty.';
  else if (problem !== null) violations.issuer = problem;
  // OpenID Connect Discovery 1.0, issuer; the address of the document itself is a common mistake.
  else if (/[?#]|\/\.well-known\//.test(form.issuer))
    violations.issuer =
      'Give the issuer alone, without /.well-known/openid-configuration and without a query.';
  return violations;
}

/** The form with texts as they are stored; what is wrong with it is added to the violations. */
export async function readConnectionForm(
  deps: { config: Pick<Config, 'allowedPrivateNetworks' | 'baseUrl'>; reads: Reads; organizationId: number },
  { kind = 'oidc', saml, issuer = '', clientId = '', ...form }: ConnectionInput,
): Promise<{ form: ConnectionForm; violations: Violations }> {
  const trimmed = { ...form, kind, saml, issuer: issuer.trim(), clientId: clientId.trim() };
  const violations = kind === 'saml' ? {} : checkClient(deps.config, trimmed);
  if (kind === 'saml' && form.isForSigners)
    violations.isForSigners = 'Signers show who signs at an OpenID Connect provider; add one for them.';
  const name = readName(form.name, 'name', violations);
  const domains = readDomains(form.domains, violations);
  if (!form.isForSigners && !form.isForMembers)
    violations.isForMembers = 'A connection is for members, for signers, or both.';
  const roles = allRoles(await listCustomRoles(deps.reads, deps.organizationId));
  const workspaces = await listWorkspacesIn(deps.reads, deps.organizationId);
  const checkRole = (at: string, { workspaceId, role }: MappedRoles['roles'][number]) => {
    if (!workspaces.some(({ id }) => id === workspaceId))
      violations[`${at}[workspaceId]`] = 'There is no such workspace in this organization.';
    if (!roles.some(({ key }) => key === role))
      violations[`${at}[role]`] = 'There is no such role; take the key of one in the list of roles.';
  };
  for (const [index, each] of form.mapping.groups.entries()) checkRole(`mapping[groups][${index}]`, each);
  if (form.mapping.defaultRole) checkRole('mapping[defaultRole]', form.mapping.defaultRole);
  return { form: { ...trimmed, name, domains }, violations };
}

/** As domains are stored: `bücher.example` and its form in the DNS are one. */
export function storedDomainOf(email: string): string | null {
  const domain = domainOfAddress(email);
  return domain === null ? null : domainToASCII(domain) || null;
}

function readDomains(texts: readonly string[], violations: Violations): string[] {
  const domains = texts.map((text) => domainToASCII(text.trim().toLowerCase()));
  for (const [index, domain] of domains.entries()) {
    const isDomain =
      domain.includes('.') && isEmail(`a@${domain}`) && domain.length <= LIMITS.emailCharactersMax;
    if (!isDomain) violations[`domains[${index}]`] = 'Must be a domain, such as example.com.';
  }
  return [...new Set(domains)];
}
