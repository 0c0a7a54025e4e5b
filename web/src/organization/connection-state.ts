import type { Connection, ConnectionForm } from '../api/wire.ts';

/** A connection as the form that leaves it as it is. */
export function formOf(connection: Connection): ConnectionForm {
  const { name, issuer, clientId, isForSigners, isForMembers, isEnforced, endsSession, mapping } = connection;
  const domains = connection.domains.map(({ domain }) => domain);
  return { name, issuer, clientId, domains, isForSigners, isForMembers, isEnforced, endsSession, mapping };
}

export const NEW_FORM: ConnectionForm = {
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
  isForSigners: boolean;
};

export function valuesOf(form: ConnectionForm): ConnectionValues {
  const { mapping } = form;
  return {
    ...{ name: form.name, issuer: form.issuer, clientId: form.clientId, clientSecret: '' },
    ...{ domains: form.domains.join(', '), groupClaim: mapping.groupClaim },
    groups: mapping.groups.map((each) => ({ ...each, workspaceId: String(each.workspaceId) })),
    administratorGroups: mapping.administratorGroups.join(', '),
    defaultWorkspaceId: mapping.defaultRole ? String(mapping.defaultRole.workspaceId) : '',
    defaultRole: mapping.defaultRole?.role ?? 'viewer',
    ...{ isDecisive: mapping.isDecisive, endsSession: form.endsSession, isForSigners: form.isForSigners },
  };
}

/** The fields over what the dialog does not show. */
export function changedForm(before: ConnectionForm, values: ConnectionValues): ConnectionForm {
  const { name, issuer, clientId, clientSecret, endsSession, isForSigners } = values;
  const workspaceId = Number(values.defaultWorkspaceId);
  return {
    ...before,
    ...{ name, issuer, clientId, endsSession, isForSigners, domains: splitList(values.domains) },
    ...(clientSecret === '' ? {} : { clientSecret }),
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

function splitList(text: string): string[] {
  return text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
}
