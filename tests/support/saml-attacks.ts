import { newId, type Tampering } from './saml-provider.ts';

/** What it is, how it is made, and why it is refused. */
type Attack = [what: string, tampering: Tampering, words: RegExp];

/** Answers that do not count. */
export function samlAttacks(nowSeconds: number): Attack[] {
  const evil = (xml: string) => xml.replaceAll('ann@', 'chief@').replaceAll('writers', 'chiefs');
  const later = (seconds: number) => new Date((nowSeconds + seconds) * 1000).toISOString();
  const set = (name: string, value: string) => (xml: string) =>
    xml.replaceAll(new RegExp(` ${name}="[^"]*"`, 'g'), ` ${name}="${value}"`);
  const within = (tag: string, edit: (xml: string) => string): Tampering => ({
    assertion: (xml) => xml.replace(new RegExp(`<saml:${tag}.*?(/>|</saml:${tag}>)`, 's'), edit),
  });
  const inAssertion = (from: RegExp | string, to: string): Tampering => ({
    assertion: (xml) => xml.replace(from, to),
  });
  const inResponse = (from: RegExp | string, to: string): Tampering => ({
    response: (xml) => xml.replace(from, to),
  });
  const before = (tag: string, what: string) => inResponse(`<samlp:${tag}>`, `${what}<samlp:${tag}>`);
  const another = 'https://evil.example';
  const doctype = '<!DOCTYPE r [<!ENTITY x "y">]>';
  const changed = inResponse(' Version="2.0"', ' Version="2.1"');

  return [
    ['unsigned', { signs: 'nothing' }, /not signed/],
    ['unsigned in a signed response', { signs: 'response' }, /not signed/],
    ['changed', { response: evil }, /not by a certificate/],
    ['signed by another key', { key: 'other' }, /not by a certificate/],
    ['signed by SHA-1', { algorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' }, /use RSA with SHA-256/],
    ['digested by SHA-1', { digest: 'http://www.w3.org/2000/09/xmldsig#sha1' }, /use RSA with SHA-256/],
    ['signed by HMAC with the public key', { hmac: true }, /use RSA with SHA-256/],
    ['signed rightly in a response that is changed', { signs: 'both', ...changed }, /not by a certificate/],
    ['for another audience', inAssertion(/(<saml:Audience>)[^<]*/, `$1${another}`), /Audience/],
    ['for no audience', inAssertion(whole('AudienceRestriction'), ''), /Audience/],
    ['without conditions', inAssertion(whole('Conditions'), ''), /Conditions/],
    ['for another recipient', { assertion: set('Recipient', another) }, /Recipient/],
    ['for another destination', { response: set('Destination', another) }, /Destination/],
    ['to another request', { assertion: set('InResponseTo', '_other') }, /not for this sign-in/],
    [
      'to another request in its response',
      { response: set('InResponseTo', '_other') },
      /not to this sign-in/,
    ],
    ['to no request', inAssertion(/ InResponseTo="[^"]*"/, ''), /InResponseTo/],
    ['of another issuer', inAssertion(/(<saml:Issuer>)[^<]*/, `$1${another}`), /Issuer/],
    ['too early', within('Conditions', set('NotBefore', later(90))), /NotBefore/],
    ['late by its conditions', within('Conditions', set('NotOnOrAfter', later(-60))), /NotOnOrAfter/],
    ['late by its confirmation', within(CONFIRMATION, set('NotOnOrAfter', later(-60))), /NotOnOrAfter/],
    [
      'of a session that has ended',
      inAssertion('<saml:AuthnStatement', `<saml:AuthnStatement SessionNotOnOrAfter="${later(-60)}"`),
      /SessionNotOnOrAfter/,
    ],
    ['without an end', within(CONFIRMATION, (xml) => xml.replace(/ NotOnOrAfter="[^"]*"/, '')), /no end/],
    ['of nobody who signed in', inAssertion(whole('AuthnStatement'), ''), /AuthnStatement/],
    [
      'by a transient name',
      inAssertion('format:persistent', 'format:transient'),
      /transient NameID\); choose/,
    ],
    ['with a comment in the name', inResponse('sub-ann', 'sub-an<!-- -->n'), /comment/],
    ['with a section in the name', inResponse('sub-ann', '<![CDATA[sub-ann]]>'), /section/],
    ['with an entity', inResponse(/^/, doctype), /declaration/],
    ['with an unknown entity', inResponse('sub-ann', '&ann;'), /well-formed/],
    ['encrypted', inResponse(/saml:Assertion/g, 'saml:EncryptedAssertion'), /switch the encryption/],
    ['in two copies', inResponse(ASSERTION, '$&$&'), /one assertion/],
    ['cut off', { response: (xml) => xml.slice(0, -20) }, /well-formed/],
    ['longer than it may be', before('Status', ' '.repeat(300_000)), /256 KiB/],
    ['of many elements', before('Status', '<a/>'.repeat(20_001)), /too many/],
    [
      'refused by the provider',
      inResponse('status:Success', 'status:Responder'),
      /The provider refused: Responder/,
    ],
    ...[1, 2, 3, 4, 5, 6, 7, 8].map(
      (kind): Attack => [
        `wrapped (XSW ${kind})`,
        { signs: kind <= 2 ? 'response' : 'assertion', response: wrap(kind, evil) },
        /one assertion|not signed/,
      ],
    ),
  ];
}

const CONFIRMATION = 'SubjectConfirmationData';
const whole = (tag: string) => new RegExp(`<saml:${tag}.*</saml:${tag}>`);
const SIGNATURE = /<ds:Signature .*?<\/ds:Signature>/s;
const ASSERTION = /<saml:Assertion .*<\/saml:Assertion>/s;

/** Signature wrapping: the eight places of Somorovsky et al., “On Breaking SAML” (2012), for the evil copy and the signed original. */
function wrap(kind: number, evil: (assertion: string) => string): (xml: string) => string {
  return (xml) => {
    const [assertion = ''] = ASSERTION.exec(xml) ?? [];
    const [signature = ''] = SIGNATURE.exec(kind <= 2 ? xml : assertion) ?? [];
    const original = (kind <= 2 ? xml : assertion).replace(SIGNATURE, '');
    const copy = evil(assertion.replace(SIGNATURE, '')).replace(/ ID="[^"]*"/, ` ID="${newId()}"`);
    const signedCopy = (inside: string) => copy.replace('</saml:Issuer>', `</saml:Issuer>${inside}`);
    const signatureWith = (inside: string) =>
      signature.replace('</ds:Signature>', `${inside}</ds:Signature>`);
    const put = (inside: string) => xml.replace(assertion, inside);
    const putOuter = (before: string) =>
      xml
        .replace(SIGNATURE, '')
        .replace(/ ID="[^"]*"/, ` ID="${newId()}"`)
        .replace(ASSERTION, copy)
        .replace('</saml:Issuer>', `</saml:Issuer>${before}`);
    if (kind === 1) return putOuter(signatureWith(original));
    if (kind === 2) return putOuter(original + signature);
    if (kind === 3) return put(copy + assertion);
    if (kind === 4) return put(copy.replace('</saml:Assertion>', `${assertion}</saml:Assertion>`));
    if (kind === 5) return put(signedCopy(signature) + original);
    if (kind === 6) return put(signedCopy(signatureWith(original)));
    if (kind === 7) return put(`<samlp:Extensions>${copy}</samlp:Extensions>${assertion}`);
    return put(signedCopy(signatureWith(`<ds:Object>${original}</ds:Object>`)));
  };
}
