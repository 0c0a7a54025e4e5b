import type { Connection, ConnectionForm } from '../api/wire.ts';

/** A connection as the form that leaves it as it is. */
export function formOf(connection: Connection): ConnectionForm {
  const { kind, name, issuer, clientId, isForSigners, isForMembers, isEnforced, endsSession, mapping } =
    connection;
  const domains = connection.domains.map(({ domain }) => domain);
  const common = { kind, name, domains, isForSigners, isForMembers, isEnforced, endsSession, mapping };
  const { saml } = connection;
  if (saml === null) return { ...common, issuer, clientId };
  const { ssoUrl, sloUrl, certificates, metadataUrl } = saml;
  const { emailAttribute, nameAttribute, signsRequests, allowsUnsolicited } = saml;
  const facts =
    metadataUrl === null ? { entityId: issuer, ssoUrl, sloUrl: sloUrl ?? '', certificates } : { metadataUrl };
  return {
    ...common,
    saml: { ...facts, emailAttribute, nameAttribute, signsRequests, allowsUnsolicited },
  };
}

export const NEW_FORM: ConnectionForm = {
  kind: 'oidc',
  name: '',
  issuer: '',
  clientId: '',
  domains: [],
  isForSigners: false,
  isForMembers: true,
  isEnforced: false,
  endsSession: false,
  mapping: {
    groupClaim: 'groups',
    groups: [],
    administratorGroups: [],
    defaultRole: null,
    isDecisive: false,
  },
};

/** What the fields of the dialog hold. */
export type ConnectionValues = {
  kind: 'oidc' | 'saml';
  saml: {
    metadataUrl: string;
    metadata: string;
    entityId: string;
    ssoUrl: string;
    sloUrl: string;
    /** One after the other. */
    certificates: string;
    emailAttribute: string;
    nameAttribute: string;
    signsRequests: boolean;
    allowsUnsolicited: boolean;
  };
  name: string;
  issuer: string;
  clientId: string;
  clientSecret: string;
  domains: string;
  groupClaim: string;
  groups: { group: string; workspaceId: string; role: string }[];
  administratorGroups: string;
  defaultWorkspaceId: string;
  defaultRole: string;
  isDecisive: boolean;
  endsSession: boolean;
  isForMembers: boolean;
  isForSigners: boolean;
};

export function valuesOf(form: ConnectionForm): ConnectionValues {
  const { kind = 'oidc', issuer = '', clientId = '', mapping, saml = {} } = form;
  return {
    ...{ kind, name: form.name, issuer, clientId, clientSecret: '' },
    saml: {
      ...{ metadataUrl: '', metadata: '', entityId: '', ssoUrl: '', sloUrl: '' },
      ...{ emailAttribute: '', nameAttribute: '', signsRequests: false, allowsUnsolicited: false },
      ...saml,
      certificates: (saml.certificates ?? []).join('\n\n'),
    },
    ...{ domains: form.domains.join(', '), groupClaim: mapping.groupClaim },
    groups: mapping.groups.map((each) => ({ ...each, workspaceId: String(each.workspaceId) })),
    administratorGroups: mapping.administratorGroups.join(', '),
    defaultWorkspaceId: mapping.defaultRole ? String(mapping.defaultRole.workspaceId) : '',
    defaultRole: mapping.defaultRole?.role ?? 'viewer',
    ...{ isDecisive: mapping.isDecisive, endsSession: form.endsSession },
    ...{ isForMembers: form.isForMembers, isForSigners: form.isForSigners },
  };
}

/** The fields over what the dialog does not show. */
export function changedForm(before: ConnectionForm, values: ConnectionValues): ConnectionForm {
  const { kind, name, issuer, clientId, clientSecret, endsSession, isForMembers, isForSigners } = values;
  const workspaceId = Number(values.defaultWorkspaceId);
  return {
    ...before,
    ...{ kind, name, endsSession, domains: splitList(values.domains) },
    ...(kind === 'saml'
      ? { isForMembers: true, isForSigners: false, saml: samlOf(values.saml) }
      : { issuer, clientId, isForMembers, isForSigners, ...(clientSecret === '' ? {} : { clientSecret }) }),
    mapping: {
      groupClaim: values.groupClaim.trim() || 'groups',
      groups: values.groups
        .filter(({ group }) => group.trim() !== '')
        .map((each) => ({
          group: each.group.trim(),
          workspaceId: Number(each.workspaceId),
          role: each.role,
        })),
      administratorGroups: splitList(values.administratorGroups),
      defaultRole: workspaceId > 0 ? { workspaceId, role: values.defaultRole } : null,
      isDecisive: values.isDecisive,
    },
  };
}

function samlOf({ certificates, ...saml }: ConnectionValues['saml']): NonNullable<ConnectionForm['saml']> {
  const texts = certificates.split(/\n\s*\n|(?<=-----END CERTIFICATE-----)/).map((text) => text.trim());
  return { ...saml, certificates: texts.filter((text) => text !== '') };
}

function splitList(text: string): string[] {
  return text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
}
