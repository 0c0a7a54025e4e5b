// What the endpoints say of themselves (RFC 7643 §5, RFC 7643 §6, RFC 7643 §7).

const CORE = 'urn:ietf:params:scim:schemas:core:2.0';
export const LIST_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';
export const COUNT_MAX = 200;
export const COUNT_DEFAULT = 100;

export function serviceProviderConfig(baseUrl: string) {
  return {
    schemas: [`${CORE}:ServiceProviderConfig`],
    patch: { supported: true },
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: COUNT_MAX },
    changePassword: { supported: false },
    sort: { supported: false },
    etag: { supported: true },
    authenticationSchemes: [
      {
        type: 'oauthbearertoken',
        name: 'Bearer token',
        description: 'A token of the connection, made under Organization → Sign-in',
        primary: true,
      },
    ],
    meta: { resourceType: 'ServiceProviderConfig', location: `${baseUrl}/ServiceProviderConfig` },
  };
}

export function resourceTypes(baseUrl: string) {
  return ['User', 'Group'].map((name) => ({
    schemas: [`${CORE}:ResourceType`],
    ...{ id: name, name, endpoint: `/${name}s`, schema: `${CORE}:${name}` },
    meta: { resourceType: 'ResourceType', location: `${baseUrl}/ResourceTypes/${name}` },
  }));
}

const TEXT = {
  ...{ type: 'string', multiValued: false, required: false, caseExact: false },
  ...{ mutability: 'readWrite', returned: 'default', uniqueness: 'none' },
};
const YES_OR_NO = { ...TEXT, type: 'boolean' };
const EXTERNAL_ID = { ...TEXT, name: 'externalId', caseExact: true };
const NAME_PARTS = [
  { ...TEXT, name: 'formatted' },
  { ...TEXT, name: 'givenName' },
  { ...TEXT, name: 'familyName' },
];
const EMAIL_PARTS = [
  { ...TEXT, name: 'value' },
  { ...TEXT, name: 'type' },
  { ...YES_OR_NO, name: 'primary' },
];
const USER_ATTRIBUTES = [
  { ...TEXT, name: 'userName', required: true, uniqueness: 'server' },
  EXTERNAL_ID,
  { ...TEXT, name: 'displayName' },
  { ...TEXT, name: 'name', type: 'complex', subAttributes: NAME_PARTS },
  { ...TEXT, name: 'emails', type: 'complex', multiValued: true, subAttributes: EMAIL_PARTS },
  { ...YES_OR_NO, name: 'active' },
  referencing('groups', 'readOnly', 'Group'),
];
const GROUP_ATTRIBUTES = [
  { ...TEXT, name: 'displayName', required: true, uniqueness: 'server' },
  EXTERNAL_ID,
  referencing('members', 'readWrite', 'User'),
];

function referencing(name: string, mutability: string, type: string) {
  const subAttributes = [
    { ...TEXT, name: 'value', caseExact: true },
    { ...TEXT, name: 'display', mutability: 'readOnly' },
    { ...TEXT, name: '$ref', type: 'reference', referenceTypes: [type], mutability: 'readOnly' },
    { ...TEXT, name: 'type' },
  ];
  return { ...TEXT, name, type: 'complex', multiValued: true, mutability, subAttributes };
}

export function schemas(baseUrl: string) {
  const all = { User: USER_ATTRIBUTES, Group: GROUP_ATTRIBUTES };
  return Object.entries(all).map(([name, attributes]) => ({
    schemas: [`${CORE}:Schema`],
    ...{ id: `${CORE}:${name}`, name, description: `A ${name} of RFC 7643`, attributes },
    meta: { resourceType: 'Schema', location: `${baseUrl}/Schemas/${CORE}:${name}` },
  }));
}
