import { Fault } from '@paraph/domain';
import { DOMParser } from '@xmldom/xmldom';
import { SignedXml } from 'xml-crypto';

export const ASSERTION = 'urn:oasis:names:tc:SAML:2.0:assertion';
export const PROTOCOL = 'urn:oasis:names:tc:SAML:2.0:protocol';
export const METADATA = 'urn:oasis:names:tc:SAML:2.0:metadata';
export const SIGNATURE = 'http://www.w3.org/2000/09/xmldsig#';

/** What is used of the tree of a document: the types of the library would add those of browsers to the server. */
export interface XmlElement {
  readonly namespaceURI: string | null;
  readonly localName: string | null;
  readonly textContent: string | null;
  readonly childNodes: ArrayLike<{ readonly nodeType: number }>;
  getAttribute(name: string): string | null;
  hasAttribute(name: string): boolean;
  getElementsByTagNameNS(namespace: string, name: string): ArrayLike<XmlElement>;
}

export const XML_BYTES_MAX = 256 * 1024;
const ELEMENTS_MAX = 10_000;
const ELEMENT_NODE = 1;

/**
 * Reads a document of a provider. Declarations, entities, comments, sections and instructions have no place in one:
 * without them a text has one reading, and no parser can be made to read another one.
 *
 * @throws Fault
 */
export function readXml(text: string): XmlElement {
  if (text.length > XML_BYTES_MAX) throw new Fault('The XML is longer than 256 KiB.');
  const body = text.replace(/^\uFEFF?\s*<\?xml [^<>]{1,100}\?>/, '').trim();
  if (/<[!?]/.test(body))
    throw new Fault('The XML holds a declaration, comment, section or instruction; none is allowed.');
  if (body.split('<').length > 2 * ELEMENTS_MAX) throw new Fault('The XML has too many elements.');
  const refuse = () => {
    throw new Fault('The XML is not well-formed.');
  };
  try {
    const errorHandler = { warning: refuse, error: refuse, fatalError: refuse };
    const { documentElement } = new DOMParser({ errorHandler }).parseFromString(body, 'text/xml');
    if (documentElement) return documentElement as unknown as XmlElement;
  } catch {
    // Also of a depth that no provider writes.
  }
  return refuse();
}

/** What came in the body of a form (Bindings for SAML 2.0, 3.5). @throws Fault */
export function decodePosted(base64: string): string {
  const bare = base64.replace(/\s/g, '');
  if (!/^[A-Za-z0-9+/]+=*$/.test(bare)) throw new Fault('The XML is not encoded in base64.');
  return Buffer.from(bare, 'base64').toString();
}

export function isNamed(element: XmlElement, namespace: string, name: string): boolean {
  return element.namespaceURI === namespace && element.localName === name;
}

/** The children of an element by that name. */
export function childrenOf(element: XmlElement, namespace: string, name: string): XmlElement[] {
  const children = Array.from(element.childNodes).filter(({ nodeType }) => nodeType === ELEMENT_NODE);
  return (children as unknown as XmlElement[]).filter((child) => isNamed(child, namespace, name));
}

/** All below an element by that name; `*`: of any namespace. */
export function descendantsOf(element: XmlElement, namespace: string, name: string): XmlElement[] {
  return Array.from(element.getElementsByTagNameNS(namespace, name));
}

export function textOf(element: XmlElement | undefined): string {
  return element?.textContent?.trim() ?? '';
}

const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  CanonicalizationMethod: ['http://www.w3.org/2001/10/xml-exc-c14n#'],
  Transform: [
    'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
    'http://www.w3.org/2001/10/xml-exc-c14n#',
  ],
  // No SHA-1, and no HMAC: anyone has the public key, with which that would be made.
  DigestMethod: ['http://www.w3.org/2001/04/xmlenc#sha256', 'http://www.w3.org/2001/04/xmlenc#sha512'],
  SignatureMethod: [
    'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
    'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1',
  ],
};

/**
 * The element as it was signed, read anew from the very bytes that the signature covers: what stands elsewhere in the
 * document is not in it.
 *
 * @throws Fault unless the element holds one signature of itself, by a key of the provider
 */
export function readSigned(
  text: string,
  { element, certificates }: { element: XmlElement; certificates: readonly string[] },
): XmlElement {
  const [signature, second] = childrenOf(element, SIGNATURE, 'Signature');
  if (!signature || second) throw new Fault('It is not signed; let the provider sign assertions.');
  for (const [name, allowed] of Object.entries(ALLOWED))
    for (const used of descendantsOf(signature, '*', name)) {
      const algorithm = used.getAttribute('Algorithm') ?? '';
      if (!allowed.includes(algorithm))
        throw new Fault(`It is signed with ${algorithm.slice(0, 200) || '–'}; use RSA with SHA-256.`);
    }
  const [reference, other] = descendantsOf(signature, '*', 'Reference');
  const id = element.getAttribute('ID') ?? '';
  if (id === '' || other || reference?.getAttribute('URI') !== `#${id}`)
    throw new Fault('A signature in it is about something else.');
  for (const certificate of certificates) {
    const signed = checkWith(text, signature, certificate);
    if (signed !== null) return readXml(signed);
  }
  throw new Fault('A signature in it is not by a certificate of this connection.');
}

/** The signed bytes; null if they are not signed by this key. */
function checkWith(text: string, signature: XmlElement, certificate: string): string | null {
  // Which key counts is ours to say, not that of the document.
  const check = new SignedXml({ publicCert: pemOf(certificate), getCertFromKeyInfo: () => null });
  try {
    check.loadSignature(signature as unknown as Parameters<SignedXml['loadSignature']>[0]);
    return check.checkSignature(text) ? (check.getSignedReferences()[0] ?? null) : null;
  } catch {
    // The library throws for a signature that does not verify.
    return null;
  }
}

export function pemOf(certificate: string): string {
  const lines = certificate.match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}

const REFERENCES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

export function escapeXml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => REFERENCES[character] ?? '');
}
