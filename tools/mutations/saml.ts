import type { FaultyFile } from './mutation.ts';

const saml = ['tests/api/connections-saml.test.ts'];

/** What a sign-in by SAML guards. */
export const samlFaults: readonly FaultyFile[] = [
  {
    file: 'server/src/identity-providers/saml-xml.ts',
    tests: saml,
    faults: {
      'saml-comments-are-read': ['if (/<[!?]/.test(body))', 'if (/<\\?/.test(body))'],
      'saml-answer-of-any-length': ['if (text.length > XML_BYTES_MAX)', 'if (false)'],
      'saml-any-number-of-elements': ["if (body.split('<').length > 2 * ELEMENTS_MAX)", 'if (false)'],
      'saml-any-algorithm': ['if (!allowed.includes(algorithm))', 'if (false)'],
      'saml-certificate-of-the-answer': [
        'getCertFromKeyInfo: () => null',
        'getCertFromKeyInfo: SignedXml.getCertFromKeyInfo',
      ],
    },
  },
  {
    file: 'server/src/identity-providers/saml-answer.ts',
    tests: saml,
    faults: {
      'saml-several-assertions': ['|| all !== 1)', ')'],
      'saml-signed-response-may-be-changed': [
        "if (childrenOf(response, SIGNATURE, 'Signature').length > 0)",
        'if (false)',
      ],
      'saml-destination-of-others': ['if (destination && destination !== acsUrl)', 'if (false)'],
      'saml-answer-to-another-request': [
        "if (response.getAttribute('InResponseTo') !== requestId)",
        'if (false)',
      ],
      'saml-assertion-to-another-request': [
        "if (data.getAttribute('InResponseTo') !== requestId)",
        'if (false)',
      ],
      'saml-recipient-of-others': ["if (data.getAttribute('Recipient') !== acsUrl)", 'if (false)'],
      'saml-audience-of-others': [
        'if (audiences.length === 0 || !audiences.every((each) => each.includes(entityId)))',
        'if (false)',
      ],
      'saml-issuer-of-others': ['if (textOf(named) !== issuer)', 'if (false)'],
      'saml-early-assertion-counts': [
        'if (begin && readTime(begin) >',
        'if (false && begin && readTime(begin) >',
      ],
      'saml-late-assertion-counts': [
        'if (addSeconds(readTime(end), TOLERANCE_SECONDS) <= now)',
        'if (false)',
      ],
      'saml-assertion-without-an-end': ['if (until === null)', 'if (false)'],
      'saml-transient-names': ['if (format === TRANSIENT)', 'if (false)'],
    },
  },
  {
    file: 'server/src/identity-providers/saml-visit.ts',
    tests: saml,
    faults: {
      'saml-forged-answer-uses-the-request-up': [
        "{ problem: 'failed' }",
        "{ problem: 'failed', sealed: '' }",
      ],
      'saml-assertion-counts-twice': [
        'if (!(await insertSamlMessage(tx, used)))',
        'if (!(await insertSamlMessage(tx, used)) && false)',
      ],
      'saml-state-is-a-ticket': ['return sha256(`ticket:${ticket}`);', 'return sha256(ticket);'],
      'saml-unsolicited-answer-begins-a-sign-in': ['return isAllowed ?', 'return true ?'],
      'saml-ended-certificate-counts': ['if (certificates.length === 0) return', 'if (false) return'],
    },
  },
  {
    file: 'server/src/identity-providers/saml-provider.ts',
    tests: saml,
    faults: {
      'saml-metadata-of-another-provider': ['if (facts.entityId !== issuer)', 'if (false)'],
    },
  },
  {
    file: 'server/src/identity-providers/saml-message.ts',
    tests: saml,
    faults: {
      'saml-unsigned-message-counts': ['if (!isSigned) throw', 'if (false) throw'],
      'saml-posted-message-counts-unsigned': [
        'return readSigned(text, { element: readXml(text), certificates });',
        'return readXml(text);',
      ],
    },
  },
  {
    file: 'server/src/identity-providers/end-saml-session.ts',
    tests: saml,
    faults: {
      'saml-logout-of-another-provider': ['if (textOf(issuer) !== connection.issuer)', 'if (false)'],
      'saml-logout-for-others': ["if (request.getAttribute('Destination') !== sloUrl)", 'if (false)'],
      'saml-old-logout-counts': [
        'if (Math.abs(now.getTime() - issuedAt.getTime()) > REQUEST_SECONDS * 1000)',
        'if (false)',
      ],
      'saml-logout-counts-twice': [
        'if (!(await insertSamlMessage(tx, used)))',
        'if (!(await insertSamlMessage(tx, used)) && false)',
      ],
    },
  },
];
