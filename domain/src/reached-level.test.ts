import { expect, test } from 'vitest';
import { IDENTIFICATIONS } from './identification.ts';
import {
  describeReachedLevel,
  EMBEDDED,
  IN_PERSON,
  type PolicyName,
  reachedByPolicy,
  readReachedLevel,
  SIGNER_POLICIES,
} from './reached-level.ts';

const names = Object.keys(SIGNER_POLICIES) as PolicyName[];

test('every policy is derived as its comment says, and means one thing', async () => {
  const [arc, first] = SIGNER_POLICIES.mailbox.split(/(?<=^2\.25\.)/);
  const namespace = Buffer.from(BigInt(first ?? '').toString(16), 'hex');
  expect([arc, namespace.length]).toEqual(['2.25.', 16]);
  for (const name of [...IDENTIFICATIONS, ...IN_PERSON, ...EMBEDDED]) {
    const hash = Buffer.from(
      await crypto.subtle.digest('SHA-1', Buffer.concat([namespace, Buffer.from(name)])),
    ).subarray(0, 16);
    hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x50;
    hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80;
    expect(SIGNER_POLICIES[name]).toBe(`2.25.${BigInt(`0x${hash.toString('hex')}`)}`);
  }
  expect(new Set(Object.values(SIGNER_POLICIES)).size).toBe(names.length);
});

test('what a signature reached is read from the policies of its certificate', () => {
  expect(readReachedLevel([])).toBeNull();
  expect(readReachedLevel(['2.5.29.32.0', '1.2.3'])).toBeNull();
  for (const name of names)
    expect(readReachedLevel(['1.2.3', SIGNER_POLICIES[name]])).toEqual(reachedByPolicy(name));
  expect(reachedByPolicy('mailbox')).toMatchObject({ level: 'simple', keyHolder: 'service' });
  expect(reachedByPolicy('embedded')).toMatchObject({ level: 'simple', keyHolder: 'service' });
  expect(reachedByPolicy('in-person')).toMatchObject({ level: 'simple', keyHolder: 'service' });
  expect(reachedByPolicy('in-person-code-sms')).toMatchObject({ level: 'advanced', keyHolder: 'browser' });
  expect(reachedByPolicy('code-mail')).toMatchObject({ level: 'advanced', keyHolder: 'browser' });
});

test('one sentence names level, identification, holder of the key and the weakest link', () => {
  expect(describeReachedLevel(reachedByPolicy('code-sms'), 'log')).toBe(
    'Advanced: identified by the link in their mailbox and a code in a text message to their phone, bound to the ' +
      'content; the key was held by the signer’s own browser, which made it for this one signature and cannot hand ' +
      'it out; weakest link: a person with the mailbox and the phone could have signed; the sender named ' +
      'both; who has the keys of this service for certificates, log and timestamps could have made it, and no witness ' +
      'of the log has seen it.',
  );
  const provider = {
    level: 'qualified',
    identification: 'trust-service-provider',
    keyHolder: 'provider',
  } as const;
  for (const reached of [...names.map(reachedByPolicy), provider]) {
    const ours = reached.level === 'qualified' ? 'cannot make it' : 'who has the issuing key.*unseen';
    expect(describeReachedLevel(reached, 'nobody')).toMatch(
      new RegExp(`^[A-Z].*the key was held by.*weakest link: .*${ours}\\.$`),
    );
    expect(describeReachedLevel(reached, 'witnesses')).not.toContain('no witness');
  }
});
