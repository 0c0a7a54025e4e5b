import { childrenOf, contentOf, type DerElement, DerError, hexOf, readDer, tags, timeOf } from './der.ts';

/** What a certificate says, as far as its holder compares it. */
export interface OwnCertificate {
  /** DER Name. */
  readonly issuer: Uint8Array;
  readonly serial: Uint8Array;
  readonly commonName: string;
  readonly emails: readonly string[];
  readonly notBeforeMs: number;
  readonly notAfterMs: number;
  /** DER SubjectPublicKeyInfo. */
  readonly publicKey: Uint8Array;
}

// Object identifiers as their DER contents.
const COMMON_NAME = '550403';
const SUBJECT_ALT_NAME = '551d11';
const SMTP_UTF8_MAILBOX = '2b06010505070809';

/** Reads a certificate (RFC 5280 §4.1). @throws DerError */
export function readCertificate(der: Uint8Array): OwnCertificate {
  const [body] = childrenOf(readDer(der), tags.sequence, 3);
  const [version, serial, , issuer, validity, subject, publicKey, ...rest] = childrenOf(body, tags.sequence);
  if (version?.tag !== 0xa0 || !issuer || !publicKey) throw new DerError('it is no certificate of version 3');
  const [notBefore, notAfter] = childrenOf(validity, tags.sequence, 2);
  return {
    issuer: issuer.whole,
    serial: contentOf(serial, tags.integer),
    commonName: commonNameOf(subject),
    emails: emailsOf(rest.find(({ tag }) => tag === 0xa3)),
    notBeforeMs: timeOf(notBefore),
    notAfterMs: timeOf(notAfter),
    publicKey: publicKey.whole,
  };
}

/** The one common name. */
function commonNameOf(subject: DerElement | undefined): string {
  const names = childrenOf(subject, tags.sequence)
    .flatMap((relative) => childrenOf(relative, tags.set))
    .map((attribute) => childrenOf(attribute, tags.sequence, 2))
    .filter(([oid]) => hexOf(contentOf(oid, tags.objectIdentifier)) === COMMON_NAME);
  const [[, name] = []] = names;
  if (names.length !== 1 || name === undefined) throw new DerError('it has no single common name');
  if (name.tag !== tags.utf8String && name.tag !== tags.printableString)
    throw new DerError('its common name is of another type');
  return new TextDecoder().decode(name.content);
}

/** The addresses in subjectAltName, also addresses of RFC 9598. */
function emailsOf(extensions: DerElement | undefined): string[] {
  if (extensions === undefined) return [];
  const [list] = childrenOf(extensions, 0xa3, 1);
  const alternativeNames = childrenOf(list, tags.sequence)
    .map((extension) => childrenOf(extension, tags.sequence))
    .filter(([oid]) => hexOf(contentOf(oid, tags.objectIdentifier)) === SUBJECT_ALT_NAME);
  return alternativeNames.flatMap((extension) => {
    const names = readDer(contentOf(extension.at(-1), tags.octetString));
    return childrenOf(names, tags.sequence).map(emailOf);
  });
}

function emailOf(name: DerElement): string {
  if (name.tag === 0x81) return new TextDecoder().decode(name.content);
  const [oid, value] = childrenOf(name, 0xa0, 2);
  if (hexOf(contentOf(oid, tags.objectIdentifier)) !== SMTP_UTF8_MAILBOX)
    throw new DerError('it names something other than an address');
  const [text] = childrenOf(value, 0xa0, 1);
  return new TextDecoder().decode(contentOf(text, tags.utf8String));
}
