import { isEmail } from '@paraph/domain';
import { ADDRESS } from './saml-metadata.ts';
import { ASSERTION, childrenOf, textOf, type XmlElement } from './saml-xml.ts';

/** What attributes are called at a provider; empty: as usual. */
export interface WantedAttributes {
  email: string;
  name: string;
  groups: string;
}

type Attributes = ReadonlyMap<string, readonly string[]>;

const CLAIMS = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims';
const MICROSOFT = 'http://schemas.microsoft.com';

/** As Entra, Okta, Google, Keycloak and Authentik call them by themselves, or where people follow their guides. */
const USUAL = {
  email: [
    ...['email', 'mail', 'emailAddress', `${CLAIMS}/emailaddress`],
    ...['urn:oid:0.9.2342.19200300.100.1.3', 'urn:oid:1.2.840.113549.1.9.1'],
  ],
  name: [
    'displayName',
    'cn',
    `${MICROSOFT}/identity/claims/displayname`,
    'urn:oid:2.16.840.1.113730.3.1.241',
  ],
  given: ['firstName', 'givenName', `${CLAIMS}/givenname`, 'urn:oid:2.5.4.42'],
  family: ['lastName', 'sn', 'surname', `${CLAIMS}/surname`, 'urn:oid:2.5.4.4'],
  // Entra has the sign-in name here, so that it comes last.
  called: ['name', `${CLAIMS}/name`],
  groups: [
    ...['groups', 'group', 'memberOf', `${MICROSOFT}/ws/2008/06/identity/claims/groups`],
    ...['http://schemas.xmlsoap.org/claims/Group', 'urn:oid:1.3.6.1.4.1.5923.1.5.1.1'],
  ],
} as const;

/** The values of a connection that nobody has changed. */
const USUAL_GROUPS = 'groups';

export function readAttributes(assertion: XmlElement): Attributes {
  const attributes = new Map<string, string[]>();
  for (const statement of childrenOf(assertion, ASSERTION, 'AttributeStatement'))
    for (const attribute of childrenOf(statement, ASSERTION, 'Attribute')) {
      const name = attribute.getAttribute('Name') ?? '';
      const values = childrenOf(attribute, ASSERTION, 'AttributeValue').map(textOf);
      attributes.set(name, [...(attributes.get(name) ?? []), ...values]);
    }
  return attributes;
}

/** The address of a person; a NameID that is one says it as well. */
export function emailIn(
  attributes: Attributes,
  { email }: WantedAttributes,
  name: { value: string; format: string },
): string | null {
  const said = firstOf(attributes, email === '' ? USUAL.email : [email]);
  if (said !== null) return said;
  return name.format === ADDRESS && isEmail(name.value) ? name.value : null;
}

export function nameIn(attributes: Attributes, { name }: WantedAttributes): string | null {
  const first = (names: readonly string[]) => firstOf(attributes, names);
  if (name !== '') return first([name])?.slice(0, 250) ?? null;
  const parts = [first(USUAL.given), first(USUAL.family)].filter((part) => part !== null);
  const whole = first(USUAL.name) ?? (parts.length > 0 ? parts.join(' ') : first(USUAL.called));
  return whole?.slice(0, 250) ?? null;
}

/** Null where it does not say which they are. */
export function groupsIn(attributes: Attributes, { groups }: WantedAttributes): string[] | null {
  const names = groups === '' || groups === USUAL_GROUPS ? USUAL.groups : [groups];
  const name = names.find((each) => attributes.has(each));
  const values = name === undefined ? null : attributes.get(name);
  return values ? values.filter((each) => each !== '').slice(0, 2_000) : null;
}

function firstOf(attributes: Attributes, names: readonly string[]): string | null {
  for (const name of names) {
    const value = attributes.get(name)?.find((each) => each !== '');
    if (value !== undefined) return value;
  }
  return null;
}
