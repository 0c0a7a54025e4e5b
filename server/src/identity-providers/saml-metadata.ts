import { X509Certificate } from 'node:crypto';
import { Fault } from '@paraph/domain';
import type { Clock } from '../platform/clock.ts';
import {
  childrenOf,
  descendantsOf,
  escapeXml,
  isNamed,
  METADATA,
  pemOf,
  readXml,
  SIGNATURE,
  textOf,
} from './saml-xml.ts';

/** What is to be known of a provider. */
export interface SamlFacts {
  entityId: string;
  ssoUrl: string;
  sloUrl: string | null;
  /** DER in base64. */
  certificates: string[];
  nameFormat: string | null;
  wantsSignedRequests: boolean;
}

export const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';
export const POST = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST';
const FORMATS = 'urn:oasis:names:tc:SAML:2.0:nameid-format:';
const PERSISTENT = `${FORMATS}persistent`;
export const TRANSIENT = `${FORMATS}transient`;
export const ADDRESS = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';
export const CERTIFICATES_MAX = 6;

/**
 * What the metadata of a provider says (Metadata for SAML 2.0).
 *
 * @throws Fault
 */
export function readProviderMetadata(text: string): SamlFacts {
  const root = readXml(text);
  if (isNamed(root, METADATA, 'EntitiesDescriptor'))
    throw new Fault('The metadata names several providers; give that of one (EntityDescriptor).');
  if (!isNamed(root, METADATA, 'EntityDescriptor'))
    throw new Fault('This is no SAML metadata (EntityDescriptor).');
  const [provider, second] = childrenOf(root, METADATA, 'IDPSSODescriptor');
  if (!provider || second)
    throw new Fault(
      'The metadata is not of an identity provider (IDPSSODescriptor); take that of the provider.',
    );
  const locationOf = (service: string) =>
    childrenOf(provider, METADATA, service)
      .find((each) => each.getAttribute('Binding') === REDIRECT)
      ?.getAttribute('Location') ?? null;
  const ssoUrl = locationOf('SingleSignOnService');
  if (ssoUrl === null) throw new Fault('The metadata has no SingleSignOnService by HTTP-Redirect.');
  const keys = childrenOf(provider, METADATA, 'KeyDescriptor').filter(
    (key) => (key.getAttribute('use') || 'signing') === 'signing',
  );
  const certificates = keys
    .flatMap((key) => descendantsOf(key, SIGNATURE, 'X509Certificate'))
    .map((each) => readCertificate(textOf(each)).raw.toString('base64'));
  if (certificates.length === 0)
    throw new Fault('The metadata has no certificate for signing (KeyDescriptor).');
  const formats = childrenOf(provider, METADATA, 'NameIDFormat').map(textOf);
  return {
    entityId: root.getAttribute('entityID')?.trim() ?? '',
    ...{ ssoUrl, sloUrl: locationOf('SingleLogoutService') },
    certificates: [...new Set(certificates)].slice(0, CERTIFICATES_MAX),
    nameFormat: formats.includes(PERSISTENT) ? PERSISTENT : null,
    wantsSignedRequests: /^(true|1)$/.test(provider.getAttribute('WantAuthnRequestsSigned') ?? ''),
  };
}

/**
 * A certificate in PEM or base64, with an RSA key that is long enough.
 *
 * @throws Fault
 */
export function readCertificate(text: string): X509Certificate {
  const bare = text.replace(/-----(BEGIN|END) CERTIFICATE-----/g, '').replace(/\s/g, '');
  const certificate = parse(bare);
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = certificate.publicKey;
  if (type !== 'rsa' || (details?.modulusLength ?? 0) < 2048)
    throw new Fault('The certificate needs an RSA key of 2048 bits or more.');
  return certificate;
}

function parse(base64: string): X509Certificate {
  try {
    if (/^[A-Za-z0-9+/]+=*$/.test(base64)) return new X509Certificate(pemOf(base64));
  } catch {
    // As for anything else that is none.
  }
  throw new Fault('This is not a certificate in PEM or base64.');
}

/** Those of a provider that have begun and not ended. */
export function presentCertificates(certificates: readonly string[], { now }: Pick<Clock, 'now'>): string[] {
  return certificates.filter((each) => {
    const { validFromDate, validToDate } = new X509Certificate(pemOf(each));
    return validFromDate <= now() && now() < validToDate;
  });
}

interface OwnAddresses {
  /** Our entity id, and where our metadata is. */
  entityId: string;
  acsUrl: string;
  sloUrl: string;
}

export function ownAddresses({ baseUrl }: { baseUrl: string }, connectionId: string): OwnAddresses {
  const at = `${baseUrl}/saml/${connectionId}`;
  return { entityId: `${at}/metadata`, acsUrl: `${at}/acs`, sloUrl: `${at}/slo` };
}

/** What a provider is to know of us. */
export function writeOwnMetadata(
  { entityId, acsUrl, sloUrl }: OwnAddresses,
  { certificate, signsRequests }: { certificate: string; signsRequests: boolean },
): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<md:EntityDescriptor xmlns:md="${METADATA}" entityID="${escapeXml(entityId)}">
  <md:SPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol" AuthnRequestsSigned="${signsRequests}" WantAssertionsSigned="true">
    <md:KeyDescriptor use="signing">
      <ds:KeyInfo xmlns:ds="${SIGNATURE}"><ds:X509Data><ds:X509Certificate>${certificate}</ds:X509Certificate></ds:X509Data></ds:KeyInfo>
    </md:KeyDescriptor>
    <md:SingleLogoutService Binding="${REDIRECT}" Location="${escapeXml(sloUrl)}"/>
    <md:SingleLogoutService Binding="${POST}" Location="${escapeXml(sloUrl)}"/>
    <md:NameIDFormat>${PERSISTENT}</md:NameIDFormat>
    <md:NameIDFormat>${ADDRESS}</md:NameIDFormat>
    <md:AssertionConsumerService Binding="${POST}" Location="${escapeXml(acsUrl)}" index="0" isDefault="true"/>
  </md:SPSSODescriptor>
</md:EntityDescriptor>
`;
}
