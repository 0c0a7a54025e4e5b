import { IDENTIFICATIONS, type Identification } from './identification.ts';
import type { WorkflowType } from './workflow.ts';

/** By a host who handed a device or a link over, in place of the mailed link; alone, or with a proof beside it. */
export type InPerson = 'in-person' | `in-person-${Identification}`;

/** By an app that showed the session in its own page and says that it knew them; alone, or with a proof beside it. */
export type Embedded = 'embedded' | `embedded-${Identification}`;

/** How a person came to what they sign. */
export type Arrival = 'mailbox' | 'in-person' | 'embedded';

/** How a signer was identified: by the mailed link or a host, alone or with a proof, or by a trust service provider. */
export type Identified = 'mailbox' | Identification | InPerson | Embedded | 'trust-service-provider';

export const IN_PERSON: readonly InPerson[] = [
  'in-person',
  ...IDENTIFICATIONS.map((method) => `in-person-${method}` as const),
];

export const EMBEDDED: readonly Embedded[] = [
  'embedded',
  ...IDENTIFICATIONS.map((method) => `embedded-${method}` as const),
];

/** Where the key of a signature was while it was used. */
export type KeyHolder = 'service' | 'browser' | 'provider';

/** What one signature reached, whatever its workflow asked for. */
export interface ReachedLevel {
  level: WorkflowType;
  identification: Identified;
  keyHolder: KeyHolder;
}

/**
 * The policies of signers' certificates, under the arc that needs no registration (ITU-T X.667 §7). The first is a
 * random UUID; each other one is the UUID of version 5 (RFC 9562 §5.5) of its identification in the namespace of the
 * first. What an identifier means never changes.
 */
export const SIGNER_POLICIES = {
  mailbox: '2.25.308745126890343721865094417265503981724',
  'code-mail': '2.25.102617024114953891403184297837010434830',
  'code-sms': '2.25.174875215862977090192096461073519195705',
  passkey: '2.25.88861611914812919573095806406350743375',
  'identity-provider': '2.25.24015228199439803150081108396640930877',
  'in-person': '2.25.307879636810456786908789007432352974992',
  'in-person-code-mail': '2.25.33502134593416599299148670236930144752',
  'in-person-code-sms': '2.25.179933562112667254555032639495549705874',
  'in-person-passkey': '2.25.246252153175945173795271127459116338684',
  'in-person-identity-provider': '2.25.227400461942118902972621643635796822108',
  embedded: '2.25.157545195619535966877556313308975958737',
  'embedded-code-mail': '2.25.20620777115899654082580357352776308338',
  'embedded-code-sms': '2.25.159241202183196879831584171612096539714',
  'embedded-passkey': '2.25.182618853505408360074804129255481593330',
  'embedded-identity-provider': '2.25.200057470165532651625125597509645181104',
} as const satisfies Readonly<Record<Exclude<Identified, 'trust-service-provider'>, string>>;

export type PolicyName = keyof typeof SIGNER_POLICIES;

/** The policy of who came so, and showed this besides. */
export function policyOf(arrival: Arrival, method: Identification | null): PolicyName {
  if (method === null) return arrival;
  return arrival === 'mailbox' ? method : `${arrival}-${method}`;
}

/** What a signature reached that a trust service provider made with a qualified certificate. */
export const QUALIFIED_REACHED: ReachedLevel = {
  level: 'qualified',
  identification: 'trust-service-provider',
  keyHolder: 'provider',
};

/** What a signature with a certificate of this instance reached; null for policies of others. */
export function reachedByPolicy(name: PolicyName): ReachedLevel {
  return name === 'mailbox' || name === 'in-person' || name === 'embedded'
    ? { level: 'simple', identification: name, keyHolder: 'service' }
    : { level: 'advanced', identification: name, keyHolder: 'browser' };
}

/** The same from the policy identifiers of a certificate that this instance issued; null without one of ours. */
export function readReachedLevel(policyOids: readonly string[]): ReachedLevel | null {
  const names = Object.keys(SIGNER_POLICIES) as PolicyName[];
  const name = names.find((each) => policyOids.includes(SIGNER_POLICIES[each]));
  return name === undefined ? null : reachedByPolicy(name);
}

const IDENTIFIED_BY: Readonly<Record<Identified, string>> = {
  mailbox: 'by the link that was sent to their mailbox',
  'code-mail':
    'by the link in their mailbox and a code that was sent to the same mailbox, bound to the content',
  'code-sms':
    'by the link in their mailbox and a code in a text message to their phone, bound to the content',
  passkey: 'by the link in their mailbox and their passkey, bound to the content',
  'identity-provider':
    'by the link in their mailbox and signing in at the organization’s identity provider, bound to the content',
  'in-person': 'in person, by a host who handed them the device or a link',
  'in-person-code-mail':
    'in person, by a host, and by a code that was sent to their mailbox, bound to the content',
  'in-person-code-sms':
    'in person, by a host, and by a code in a text message to their phone, bound to the content',
  'in-person-passkey': 'in person, by a host, and by their passkey, bound to the content',
  'in-person-identity-provider':
    'in person, by a host, and by signing in at the organization’s identity provider, bound to the content',
  embedded: 'by an app that showed this in its own page, and said itself that it knew them',
  'embedded-code-mail':
    'by an app that showed this in its own page, and by a code that was sent to their mailbox, bound to the content',
  'embedded-code-sms':
    'by an app that showed this in its own page, and by a code in a text message to their phone, bound to the content',
  'embedded-passkey':
    'by an app that showed this in its own page, and by their passkey, bound to the content',
  'embedded-identity-provider':
    'by an app that showed this in its own page, and by signing in at the organization’s identity provider, bound to the content',
  'trust-service-provider': 'by their trust service provider',
};

const HOLDER_LEVELS: Readonly<Record<KeyHolder, string>> = {
  service: 'this service, which made it for this one signature and deleted it',
  browser: 'the signer’s own browser, which made it for this one signature and cannot hand it out',
  provider: 'the signer’s qualified device at the provider',
};

const WEAKEST_LINKS: Readonly<Record<Identified, string>> = {
  mailbox: 'a person who can read the mailbox could have signed, and the service held the key',
  'code-mail': 'a person who can read the mailbox could have signed, because the code went there, too',
  'code-sms': 'a person with the mailbox and the phone could have signed; the sender named both',
  passkey:
    'a person who can unlock the device with the passkey, and had the mailbox when it was set up, could have signed',
  'identity-provider': 'the operator of the organization’s identity provider could have signed in instead',
  'in-person': 'the host could have acted instead, and the service held the key',
  'in-person-code-mail': 'a person who can read the mailbox could have signed, because the code went there',
  'in-person-code-sms': 'a person with the phone could have signed; the sender named it',
  'in-person-passkey':
    'a person who can unlock the device with the passkey, and had the mailbox when it was set up, could have signed',
  'in-person-identity-provider':
    'the operator of the organization’s identity provider could have signed in instead',
  embedded: 'who runs the app, or has its credential, could have acted instead, and the service held the key',
  'embedded-code-mail': 'a person who can read the mailbox could have signed, because the code went there',
  'embedded-code-sms': 'a person with the phone could have signed; the sender named it',
  'embedded-passkey':
    'a person who can unlock the device with the passkey, and had the mailbox when it was set up, could have signed',
  'embedded-identity-provider':
    'the operator of the organization’s identity provider could have signed in instead',
  'trust-service-provider': 'the trust service provider vouches for the person and for the device',
};

/** Who could have noticed a signature that the service itself, or who copied its keys, made in a name of others. */
export type KeysSeenBy = 'nobody' | 'log' | 'witnesses';

const SERVICE_LINKS: Readonly<Record<KeysSeenBy, string>> = {
  nobody: 'who has the issuing key of this service could have made it unseen',
  log:
    'who has the keys of this service for certificates, log and timestamps could have made it, and no witness of the ' +
    'log has seen it',
  witnesses:
    'who has the keys of this service could have made it, but not unseen: witnesses saw it in the log',
};

/** How far the service itself could have made the signature. */
function sayServiceLink({ keyHolder }: ReachedLevel, seenBy: KeysSeenBy): string {
  return keyHolder === 'provider' ? 'the keys of this service cannot make it' : SERVICE_LINKS[seenBy];
}

export function sayIdentified({ identification }: ReachedLevel): string {
  return IDENTIFIED_BY[identification];
}

export function sayKeyHolder({ keyHolder }: ReachedLevel): string {
  return HOLDER_LEVELS[keyHolder];
}

export function sayWeakestLinks(reached: ReachedLevel, seenBy: KeysSeenBy): string {
  return `${sayWeakestLink(reached)}; ${sayServiceLink(reached, seenBy)}`;
}

/** Of the identification. */
export function sayWeakestLink({ identification }: ReachedLevel): string {
  return WEAKEST_LINKS[identification];
}

/** The level, the identification, the holder of the key and the weakest links in one sentence. */
export function describeReachedLevel(reached: ReachedLevel, seenBy: KeysSeenBy): string {
  const level = `${reached.level.slice(0, 1).toUpperCase()}${reached.level.slice(1)}`;
  return (
    `${level}: identified ${sayIdentified(reached)}; the key was held by ${sayKeyHolder(reached)}; ` +
    `weakest link: ${sayWeakestLinks(reached, seenBy)}.`
  );
}
