import { sampleAuthority } from '../../pades/src/testing/sample-authority.ts';

/** The root of a provider that nothing is issued by. */
export const providerRoot = sampleAuthority().root;

export function pemOf(der: Uint8Array): string {
  const base64 = Buffer.from(der).toString('base64');
  return `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`;
}

/** A provider that can be set up, on a port where nothing listens. */
export function newTrustProvider() {
  return {
    name: 'Trust Co',
    baseUrl: 'http://localhost:65000/csc/v2',
    clientId: 'paraph',
    clientSecret: 'a secret of the client',
    anchors: pemOf(providerRoot),
  };
}

/** An identity provider that can be set up, on such a port. */
export function newIdentityProvider() {
  return {
    issuer: 'http://localhost:65000/acme',
    clientId: 'paraph',
    clientSecret: 'a secret of the client',
  };
}

/** For members, beside the one for signers. */
function newConnection({ workspaceId }: Record<string, string | number>) {
  return {
    ...{ name: 'Acme', ...newIdentityProvider(), domains: ['acme.example'], isForSigners: false },
    ...{ isForMembers: true, isEnforced: false, endsSession: false },
    mapping: {
      ...{ groupClaim: 'groups', administratorGroups: [], defaultRole: null, isDecisive: false },
      groups: [{ group: 'writers', workspaceId, role: 'editor' }],
    },
  };
}

/** Bodies of generated requests. */
export const CONNECTION_SPECIALS = {
  createConnection: { body: newConnection },
  updateConnection: { body: newConnection },
  checkConnectionDomain: { body: () => ({ domain: 'acme.example' }) },
};

/** A folder for signed files, on a port on which nothing listens. */
export function newDestination() {
  return { kind: 'webdav', url: 'http://localhost:65000/dav', user: 'clerk', secret: 'of the mill' };
}
