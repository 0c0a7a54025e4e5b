import { sign, verify, X509Certificate } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { Fault } from '@paraph/domain';
import { POST } from './saml-metadata.ts';
import {
  ASSERTION,
  decodePosted,
  escapeXml,
  PROTOCOL,
  pemOf,
  readSigned,
  readXml,
  XML_BYTES_MAX,
  type XmlElement,
} from './saml-xml.ts';

/** Where a message goes, from whom, and its id. */
interface MessageHead {
  id: string;
  now: Date;
  destination: string;
  issuer: string;
}

export function writeAuthnRequest(
  head: MessageHead,
  { acsUrl, nameFormat, isFresh }: { acsUrl: string; nameFormat: string | null; isFresh: boolean },
): string {
  const format = nameFormat === null ? '' : ` Format="${escapeXml(nameFormat)}"`;
  const more = ` ProtocolBinding="${POST}" AssertionConsumerServiceURL="${escapeXml(acsUrl)}"`;
  const forced = isFresh ? ' ForceAuthn="true"' : '';
  return message('AuthnRequest', head, {
    more: forced + more,
    inside: `<samlp:NameIDPolicy AllowCreate="true"${format}/>`,
  });
}

/** Who signs out: the NameID with the attributes that came with it. */
interface SignedInName {
  value: string;
  attributes: Record<string, string>;
  sessionIndex: string | null;
}

export function writeLogoutRequest(
  head: MessageHead,
  { value, attributes, sessionIndex }: SignedInName,
): string {
  const listed = Object.entries(attributes).map(([name, text]) => ` ${name}="${escapeXml(text)}"`);
  const session =
    sessionIndex === null ? '' : `<samlp:SessionIndex>${escapeXml(sessionIndex)}</samlp:SessionIndex>`;
  const inside = `<saml:NameID${listed.join('')}>${escapeXml(value)}</saml:NameID>${session}`;
  return message('LogoutRequest', head, { more: '', inside });
}

export function writeLogoutResponse(head: MessageHead, inResponseTo: string): string {
  const inside =
    '<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>';
  return message('LogoutResponse', head, { more: ` InResponseTo="${escapeXml(inResponseTo)}"`, inside });
}

function message(
  name: string,
  { id, now, destination, issuer }: MessageHead,
  { more, inside }: { more: string; inside: string },
): string {
  return (
    `<samlp:${name} xmlns:samlp="${PROTOCOL}" xmlns:saml="${ASSERTION}" ID="${id}" Version="2.0"` +
    ` IssueInstant="${now.toISOString()}" Destination="${escapeXml(destination)}"${more}>` +
    `<saml:Issuer>${escapeXml(issuer)}</saml:Issuer>${inside}</samlp:${name}>`
  );
}

const RSA_SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';
const DIGESTS: Readonly<Record<string, string>> = {
  [RSA_SHA256]: 'sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512': 'sha512',
};

interface Redirected {
  kind: 'SAMLRequest' | 'SAMLResponse';
  xml: string;
  relayState: string | null;
}

/** The address that brings a message to its destination (Bindings for SAML 2.0, 3.4); with a key it is signed. */
export function redirectUrl(
  destination: string,
  { kind, xml, relayState }: Redirected,
  key: string | null,
): string {
  const pair = (name: string, text: string) => `${name}=${encodeURIComponent(text)}`;
  const pairs = [pair(kind, deflateRawSync(xml).toString('base64'))];
  if (relayState !== null) pairs.push(pair('RelayState', relayState));
  if (key !== null) {
    pairs.push(pair('SigAlg', RSA_SHA256));
    pairs.push(pair('Signature', sign('sha256', Buffer.from(pairs.join('&')), key).toString('base64')));
  }
  return `${destination}${destination.includes('?') ? '&' : '?'}${pairs.join('&')}`;
}

/**
 * Reads a message that came by the address of a page, signed by the provider. What stands there twice is read once:
 * what is used is what the signature was checked over.
 *
 * @throws Fault
 */
export function readRedirected(search: string, certificates: readonly string[]) {
  const raw = new Map<string, string>();
  for (const pair of search.replace(/^\?/, '').split('&')) {
    const [name = '', value = ''] = pair.split('=', 2);
    raw.set(name, value);
  }
  const partOf = (name: string) => decode(raw.get(name) ?? '');
  // As it was sent: encoding it anew could change what was signed.
  const signed = ['SAMLRequest', 'RelayState', 'SigAlg'].flatMap((name) =>
    raw.has(name) ? [`${name}=${raw.get(name)}`] : [],
  );
  const digest = DIGESTS[partOf('SigAlg')];
  if (digest === undefined) throw new Fault('The message is not signed by RSA with SHA-256.');
  const signature = Buffer.from(partOf('Signature'), 'base64');
  const isSigned = certificates.some((each) =>
    verify(digest, Buffer.from(signed.join('&')), new X509Certificate(pemOf(each)).publicKey, signature),
  );
  if (!isSigned) throw new Fault('The message is not signed by a certificate of this connection.');
  return {
    root: inflate(partOf('SAMLRequest')),
    relayState: raw.has('RelayState') ? partOf('RelayState') : null,
  };
}

/** Reads a message that came in the body of a form and holds its signature. @throws Fault */
export function readPosted(base64: string, certificates: readonly string[]): XmlElement {
  const text = decodePosted(base64);
  return readSigned(text, { element: readXml(text), certificates });
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw new Fault('The address of the message is not encoded as it should be.');
  }
}

function inflate(base64: string): XmlElement {
  try {
    const bytes = inflateRawSync(Buffer.from(base64, 'base64'), { maxOutputLength: XML_BYTES_MAX });
    return readXml(bytes.toString());
  } catch (error) {
    if (error instanceof Fault) throw error;
    throw new Fault('The message cannot be unpacked.', { cause: error });
  }
}
