import { Fault } from '@paraph/domain';
import { addSeconds } from '../platform/clock.ts';
import type { MemberSignIn } from './openid.ts';
import { emailIn, groupsIn, nameIn, readAttributes, type WantedAttributes } from './saml-attributes.ts';
import { TRANSIENT } from './saml-metadata.ts';
import {
  ASSERTION,
  childrenOf,
  decodePosted,
  descendantsOf,
  isNamed,
  PROTOCOL,
  readSigned,
  readXml,
  SIGNATURE,
  textOf,
  type XmlElement,
} from './saml-xml.ts';

/** What an answer has to be for. */
export interface Expected {
  /** Of the provider, and its present certificates. */
  issuer: string;
  certificates: readonly string[];
  entityId: string;
  acsUrl: string;
  requestId: string;
  now: Date;
  attributes: WantedAttributes;
}

interface SamlSignIn {
  signIn: MemberSignIn;
  assertionId: string;
  /** Until when the assertion would count. */
  expiresAt: Date;
}

/** Clocks of providers may be wrong by this. */
const TOLERANCE_SECONDS = 30;
const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success';

/**
 * Reads the answer of a provider to one request (Profiles for SAML 2.0, 4.1.4.3). There is one response with one
 * assertion in it, and whatever is used comes from the bytes of the assertion that the provider signed.
 *
 * @throws Fault
 */
export function readSamlAnswer(base64: string, expected: Expected): SamlSignIn {
  const text = decodePosted(base64);
  const response = readXml(text);
  checkResponse(response, expected);
  const assertion = onlyAssertion(response);
  const { certificates } = expected;
  const signed = readSigned(text, { element: assertion, certificates });
  if (childrenOf(response, SIGNATURE, 'Signature').length > 0)
    readSigned(text, { element: response, certificates });
  if (!isNamed(signed, ASSERTION, 'Assertion')) throw new Fault('What is signed is no assertion.');
  return readAssertion(signed, expected);
}

/** What may be wrong before anything of it is believed. */
function checkResponse(response: XmlElement, { issuer, acsUrl, requestId }: Expected): void {
  if (!isNamed(response, PROTOCOL, 'Response')) throw new Fault('This is no SAML response.');
  const [status] = childrenOf(response, PROTOCOL, 'Status');
  const codes = status ? descendantsOf(status, PROTOCOL, 'StatusCode') : [];
  const values = codes.map((code) => code.getAttribute('Value') ?? '');
  if (values[0] !== SUCCESS) {
    const said = status ? textOf(descendantsOf(status, PROTOCOL, 'StatusMessage')[0]) : '';
    const names = values.map((value) => value.split(':').at(-1)).join(', ');
    const words = [names || '–', ...(said ? [`“${said.slice(0, 200)}”`] : [])].join(', ');
    throw new Fault(`The provider refused: ${words}.`);
  }
  const destination = response.getAttribute('Destination');
  if (destination && destination !== acsUrl)
    throw new Fault(`The answer is for ${destination.slice(0, 200)}, not for ${acsUrl} (Destination).`);
  if (response.getAttribute('InResponseTo') !== requestId)
    throw new Fault('The answer is not to this sign-in (InResponseTo).');
  const [named] = childrenOf(response, ASSERTION, 'Issuer');
  if (named) checkIssuer(named, issuer);
}

/** One in all the document, where it belongs: whatever else a wrapped copy is hidden in has no place there. */
function onlyAssertion(response: XmlElement): XmlElement {
  if (descendantsOf(response, ASSERTION, 'EncryptedAssertion').length > 0)
    throw new Fault('The assertion is encrypted; switch the encryption of assertions off at the provider.');
  const [assertion, child] = childrenOf(response, ASSERTION, 'Assertion');
  const all =
    descendantsOf(response, '*', 'Assertion').length + descendantsOf(response, '*', 'Response').length;
  if (!assertion || child || all !== 1)
    throw new Fault('The answer needs one assertion, and has none or more.');
  const signatures = descendantsOf(response, '*', 'Signature').length;
  const own = [response, assertion].flatMap((each) => childrenOf(each, SIGNATURE, 'Signature')).length;
  if (signatures !== own) throw new Fault('The answer has a signature where none belongs.');
  return assertion;
}

function readAssertion(assertion: XmlElement, expected: Expected): SamlSignIn {
  checkIssuer(only(assertion, 'Issuer'), expected.issuer);
  const subject = only(assertion, 'Subject');
  const until = checkConfirmation(subject, expected);
  checkConditions(only(assertion, 'Conditions'), expected);
  const [statement] = childrenOf(assertion, ASSERTION, 'AuthnStatement');
  if (!statement) throw new Fault('The assertion does not say that a person signed in (AuthnStatement).');
  checkTimes(statement, { before: null, after: 'SessionNotOnOrAfter' }, expected.now);
  const name = only(subject, 'NameID');
  const value = textOf(name);
  const format = name.getAttribute('Format') ?? '';
  if (format === TRANSIENT)
    throw new Fault(
      'The provider names people anew at each sign-in (transient NameID); choose the persistent format.',
    );
  if (value === '' || value.length > 1_000) throw new Fault('The assertion names nobody (NameID).');
  const attributes = readAttributes(assertion);
  const { attributes: wanted } = expected;
  const qualifiers = ['Format', 'NameQualifier', 'SPNameQualifier'].flatMap((each) => {
    const text = name.getAttribute(each);
    return text ? [[each, text]] : [];
  });
  return {
    assertionId: assertion.getAttribute('ID') ?? '',
    expiresAt: addSeconds(until, 2 * TOLERANCE_SECONDS),
    signIn: {
      ...{ issuer: expected.issuer, subject: value, name: nameIn(attributes, wanted) },
      email: emailIn(attributes, wanted, { value, format }),
      // A provider says of no address that it is verified: its proven domains do.
      isEmailVerified: false,
      groups: groupsIn(attributes, wanted),
      sid: statement.getAttribute('SessionIndex') || null,
      signOutHint: JSON.stringify(Object.fromEntries(qualifiers)),
    },
  };
}

function only(parent: XmlElement, name: string): XmlElement {
  const [child, second] = childrenOf(parent, ASSERTION, name);
  if (child && !second) return child;
  throw new Fault(`The assertion needs one ${name}, and has none or several.`);
}

function checkIssuer(named: XmlElement, issuer: string): void {
  if (textOf(named) !== issuer)
    throw new Fault(`The answer is of ${textOf(named).slice(0, 200)}, not of ${issuer} (Issuer).`);
}

/** Returns until when the subject may be confirmed. */
function checkConfirmation(subject: XmlElement, { acsUrl, requestId, now }: Expected): Date {
  const bearers = childrenOf(subject, ASSERTION, 'SubjectConfirmation').filter(
    (each) => each.getAttribute('Method') === BEARER,
  );
  const [data, second] = bearers.flatMap((each) => childrenOf(each, ASSERTION, 'SubjectConfirmationData'));
  if (!data || second) throw new Fault('The assertion needs one bearer (SubjectConfirmation).');
  if (data.getAttribute('Recipient') !== acsUrl)
    throw new Fault(`The assertion is not for ${acsUrl} (Recipient).`);
  if (data.getAttribute('InResponseTo') !== requestId)
    throw new Fault('The assertion is not for this sign-in (InResponseTo).');
  const until = checkTimes(data, { before: 'NotBefore', after: 'NotOnOrAfter' }, now);
  if (until === null) throw new Fault('The assertion has no end (NotOnOrAfter).');
  return until;
}

function checkConditions(conditions: XmlElement, { entityId, now }: Expected): void {
  checkTimes(conditions, { before: 'NotBefore', after: 'NotOnOrAfter' }, now);
  const audiences = childrenOf(conditions, ASSERTION, 'AudienceRestriction').map((restriction) =>
    childrenOf(restriction, ASSERTION, 'Audience').map(textOf),
  );
  if (audiences.length === 0 || !audiences.every((each) => each.includes(entityId)))
    throw new Fault(`The assertion is not for ${entityId} (Audience).`);
}

/** Returns the end, null where there is none. */
function checkTimes(
  element: XmlElement,
  { before, after }: { before: string | null; after: string },
  now: Date,
): Date | null {
  const begin = before && element.getAttribute(before);
  if (begin && readTime(begin) > addSeconds(now, TOLERANCE_SECONDS))
    throw new Fault(`The assertion counts from ${begin} on (${before}); compare the clocks.`);
  const end = element.getAttribute(after);
  if (!end) return null;
  if (addSeconds(readTime(end), TOLERANCE_SECONDS) <= now)
    throw new Fault(`The assertion counted until ${end} (${after}); compare the clocks.`);
  return readTime(end);
}

/** In UTC, as SAML writes times (Core for SAML 2.0, 1.3.3). */
export function readTime(text: string): Date {
  const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/.test(text);
  const time = new Date(isTime ? text : Number.NaN);
  if (Number.isNaN(time.getTime())) throw new Fault(`“${text.slice(0, 50)}” is no time in UTC.`);
  return time;
}
