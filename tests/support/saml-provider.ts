import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { SignedXml } from 'xml-crypto';
import { createCertificate } from '../../pades/src/index.ts';
import { type HttpCall, openHttpServer } from './http-server.ts';

/** Who signs in. */
export interface SamlVisitor {
  email: string;
  /** As the provider names them; by their address where absent. */
  name?: string;
  groups?: string[] | null;
}

type KeyName = 'honest' | 'next' | 'other';

/** What an attacker, or a provider that is set up wrongly, makes of an answer. */
export interface Tampering {
  /** The assertion before it is signed. */
  assertion?: (xml: string) => string;
  /** The response with the signed assertion. */
  response?: (xml: string) => string;
  signs?: 'assertion' | 'both' | 'nothing' | 'response';
  key?: KeyName;
  algorithm?: string;
  digest?: string;
  /** Signs by HMAC with the public key as a secret. */
  hmac?: boolean;
}

const BINDING = 'urn:oasis:names:tc:SAML:2.0:bindings';
const FORMAT = 'urn:oasis:names:tc:SAML:2.0:nameid-format';
const DSIG = 'http://www.w3.org/2000/09/xmldsig#';
const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const RSA_SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';
const SHA256 = 'http://www.w3.org/2001/04/xmlenc#sha256';
const SPACES =
  'xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"';

/**
 * A SAML provider on a free port; `nowSeconds` is its clock. In a browser the person `visitor` is signed in at once, and the
 * page posts the answer.
 */
export async function openSamlProvider(nowSeconds: () => number) {
  const make = (days = 365) => makeKey(nowSeconds(), days);
  const made = new Map<KeyName, ReturnType<typeof makeKey>>();
  // Each takes its time: those that only an attack or a roll-over needs are made there.
  const keyOf = (name: KeyName) => {
    const key = made.get(name) ?? make();
    made.set(name, key);
    return key;
  };
  const state = {
    visitor: { email: 'nobody@example.com' } as SamlVisitor,
    tampering: {} as Tampering,
    /** The keys that its metadata names. */
    published: ['honest'] as KeyName[],
    metadata: (xml: string) => xml,
    isDown: false,
    /** The requests and answers about signing out that it got. */
    loggedOut: [] as URLSearchParams[],
  };
  const { port, close } = await openHttpServer((call, response) => answer(call, response));
  // Another site than the instance at localhost, for browsers.
  const issuer = `http://127.0.0.1:${port}/saml`;

  const timeAt = (seconds: number) => new Date((nowSeconds() + seconds) * 1000).toISOString();
  const signXml = (xml: string, element: string, tampering: Tampering): string => {
    const { key = 'honest', algorithm = RSA_SHA256, digest = SHA256, hmac = false } = tampering;
    const { privateKey, pem } = keyOf(key);
    const signer = new SignedXml({ privateKey: hmac ? pem : privateKey, publicCert: pem });
    if (hmac) signer.enableHMAC();
    signer.signatureAlgorithm = hmac ? `${DSIG}hmac-sha1` : algorithm;
    signer.canonicalizationAlgorithm = EXCLUSIVE;
    signer.addReference({
      xpath: `/*[local-name(.)='${element}']`,
      transforms: [`${DSIG}enveloped-signature`, EXCLUSIVE],
      digestAlgorithm: digest,
    });
    const reference = `/*/*[local-name(.)='Issuer']`;
    signer.computeSignature(xml, { prefix: 'ds', location: { reference, action: 'after' } });
    return signer.getSignedXml();
  };

  /** What it answers to the address that a browser came with. */
  const answerTo = (url: string, visitor: SamlVisitor, tampering: Tampering = {}) => {
    const asked = new URL(url).searchParams;
    const request = inflateRawSync(Buffer.from(asked.get('SAMLRequest') ?? '', 'base64')).toString();
    const of = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(request)?.[1] ?? '';
    const [acsUrl, requestId] = [of('AssertionConsumerServiceURL'), of('ID')];
    const audience = /<saml:Issuer>([^<]*)</.exec(request)?.[1] ?? '';
    const plain = assertionOf(visitor, { issuer, acsUrl, requestId, audience, timeAt });
    const assertion = tampering.assertion?.(plain) ?? plain;
    const { signs = 'assertion' } = tampering;
    const isSigned = signs === 'assertion' || signs === 'both';
    const inside = isSigned ? signXml(assertion, 'Assertion', tampering) : assertion;
    const response = responseOf(inside, { issuer, acsUrl, requestId, now: timeAt(0) });
    const whole =
      signs === 'both' || signs === 'response' ? signXml(response, 'Response', tampering) : response;
    const xml = tampering.response?.(whole) ?? whole;
    return {
      acsUrl,
      SAMLResponse: Buffer.from(xml).toString('base64'),
      RelayState: asked.get('RelayState') ?? '',
      request,
    };
  };

  const redirect = (to: string, xml: string, { key = 'honest' as KeyName, isSigned = true } = {}) => {
    const pairs = [`SAMLRequest=${encodeURIComponent(deflateRawSync(xml).toString('base64'))}`];
    if (!isSigned) return `${to}?${pairs}`;
    pairs.push(`RelayState=on`, `SigAlg=${encodeURIComponent(RSA_SHA256)}`);
    const signature = sign('sha256', Buffer.from(pairs.join('&')), keyOf(key).privateKey).toString('base64');
    return `${to}?${pairs.join('&')}&Signature=${encodeURIComponent(signature)}`;
  };
  /** Where it sends a browser when somebody signs out there. */
  const logoutUrl = (
    to: string,
    of: { subject: string; sid?: string; at?: number; id?: string; change?: (xml: string) => string },
    how: { key?: KeyName; isSigned?: boolean; isPosted?: boolean } = {},
  ) => {
    const { subject, sid, at = 0, id = newId(), change = (xml) => xml } = of;
    const session = sid === undefined ? '' : `<samlp:SessionIndex>${sid}</samlp:SessionIndex>`;
    const xml =
      `<samlp:LogoutRequest ${SPACES} ID="${id}" Version="2.0" IssueInstant="${timeAt(at)}" Destination="${to}">` +
      `<saml:Issuer>${issuer}</saml:Issuer><saml:NameID>${subject}</saml:NameID>${session}</samlp:LogoutRequest>`;
    if (!how.isPosted) return redirect(to, change(xml), how);
    // What it posts, as if it were the query of an address.
    const [, root = ''] = /^<samlp:(\w+)/.exec(change(xml)) ?? [];
    const posted =
      how.isSigned === false ? change(xml) : signXml(change(xml), root, { key: how.key ?? 'honest' });
    return `${to}?${new URLSearchParams({ SAMLRequest: Buffer.from(posted).toString('base64'), RelayState: 'on' })}`;
  };

  const metadata = () =>
    state.metadata(
      `<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${issuer}">` +
        '<md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">' +
        state.published
          .map(
            (name) =>
              `<md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="${DSIG}"><ds:X509Data><ds:X509Certificate>` +
              `${keyOf(name).certificate}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`,
          )
          .join('') +
        `<md:SingleLogoutService Binding="${BINDING}:HTTP-Redirect" Location="${issuer}/slo"/>` +
        `<md:NameIDFormat>${FORMAT}:persistent</md:NameIDFormat>` +
        `<md:SingleSignOnService Binding="${BINDING}:HTTP-POST" Location="${issuer}/post"/>` +
        `<md:SingleSignOnService Binding="${BINDING}:HTTP-Redirect" Location="${issuer}/sso?tenant=1"/>` +
        '</md:IDPSSODescriptor></md:EntityDescriptor>',
    );

  const answer = (call: HttpCall, response: ServerResponse) => {
    const url = new URL(call.url, issuer);
    const html = (body: string) => response.writeHead(200, { 'content-type': 'text/html' }).end(body);
    if (state.isDown) return response.writeHead(503).end();
    if (url.pathname === '/saml/metadata')
      return response.writeHead(200, { 'content-type': 'application/samlmetadata+xml' }).end(metadata());
    if (url.pathname === '/saml/sso') {
      const { acsUrl, SAMLResponse, RelayState } = answerTo(url.href, state.visitor, state.tampering);
      return html(
        `<!doctype html><title>Provider</title><form method="post" action="${acsUrl}">` +
          `<input name="SAMLResponse" value="${SAMLResponse}"><input name="RelayState" value="${RelayState}"></form>` +
          '<script>document.forms[0].submit()</script>',
      );
    }
    // Browsers ask for it by themselves.
    if (url.pathname === '/favicon.ico') return response.writeHead(204).end();
    if (url.pathname !== '/saml/slo') return response.writeHead(404).end();
    state.loggedOut.push(url.searchParams);
    return html('<!doctype html><title>Provider</title><p>Signed out everywhere</p>');
  };
  return {
    issuer,
    metadataUrl: `${issuer}/metadata`,
    metadata,
    keys: { honest: keyOf('honest') },
    make,
    state,
    answerTo,
    logoutUrl,
    close,
  };
}

function makeKey(now: number, days: number) {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const der = createCertificate({
    subject: { commonName: 'Provider' },
    subjectPublicKey: publicKey.export({ type: 'spki', format: 'der' }),
    ...{ issuer: null, issuerKey: privateKey, serial: randomBytes(16), profile: 'root' },
    notBefore: new Date((now - 400 * 86_400) * 1000),
    notAfter: new Date((now + days * 86_400) * 1000),
  });
  const certificate = Buffer.from(der).toString('base64');
  const lines = (certificate.match(/.{1,64}/g) ?? []).join('\n');
  return {
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificate,
    pem: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  };
}

export const newId = () => `_${randomBytes(12).toString('hex')}`;

interface About {
  issuer: string;
  acsUrl: string;
  requestId: string;
  audience: string;
  timeAt: (seconds: number) => string;
}

function assertionOf({ email, name, groups }: SamlVisitor, about: About): string {
  const { issuer, acsUrl, requestId, audience, timeAt } = about;
  const attribute = (called: string, values: string[]) =>
    `<saml:Attribute Name="${called}">${values
      .map((value) => `<saml:AttributeValue>${value}</saml:AttributeValue>`)
      .join('')}</saml:Attribute>`;
  return (
    `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${newId()}" Version="2.0" IssueInstant="${timeAt(0)}">` +
    `<saml:Issuer>${issuer}</saml:Issuer>` +
    `<saml:Subject><saml:NameID Format="${FORMAT}:persistent">${name ?? `sub-${email}`}</saml:NameID>` +
    '<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer">' +
    `<saml:SubjectConfirmationData Recipient="${acsUrl}" InResponseTo="${requestId}" NotOnOrAfter="${timeAt(300)}"/>` +
    '</saml:SubjectConfirmation></saml:Subject>' +
    `<saml:Conditions NotBefore="${timeAt(-60)}" NotOnOrAfter="${timeAt(300)}">` +
    `<saml:AudienceRestriction><saml:Audience>${audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions>` +
    `<saml:AuthnStatement AuthnInstant="${timeAt(-10)}" SessionIndex="index-${email}">` +
    '<saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:unspecified</saml:AuthnContextClassRef></saml:AuthnContext>' +
    '</saml:AuthnStatement><saml:AttributeStatement>' +
    attribute('http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress', [email]) +
    attribute('http://schemas.microsoft.com/identity/claims/displayname', ['Ann at Acme']) +
    (groups ? attribute('http://schemas.microsoft.com/ws/2008/06/identity/claims/groups', groups) : '') +
    '</saml:AttributeStatement></saml:Assertion>'
  );
}

function responseOf(
  assertion: string,
  { issuer, acsUrl, requestId, now }: { issuer: string; acsUrl: string; requestId: string; now: string },
): string {
  return (
    `<samlp:Response ${SPACES} ID="${newId()}" Version="2.0" IssueInstant="${now}" Destination="${acsUrl}" InResponseTo="${requestId}">` +
    `<saml:Issuer>${issuer}</saml:Issuer>` +
    '<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>' +
    `${assertion}</samlp:Response>`
  );
}
