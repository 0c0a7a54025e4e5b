import { expect, test } from 'vitest';
import { readDraft } from './draft.ts';
import {
  checkIdentifications,
  chooseIdentification,
  findLevelProblem,
  type LevelFacts,
  NOTHING_SET_UP,
  offerIdentifications,
  offerLevels,
  requireIdentifications,
  requireLevel,
  SUPPORTED_LEVELS,
} from './level.ts';
import { LIMITS } from './limits.ts';
import type { Violations } from './refusal.ts';
import { WORKFLOW_TYPES } from './workflow.ts';

const BARE: LevelFacts = { ...NOTHING_SET_UP, supported: WORKFLOW_TYPES };
const ALL: LevelFacts = {
  ...BARE,
  textMessages: true,
  mailCodes: true,
  passkeys: true,
  identityProviders: true,
  trustServiceProviders: true,
};
const offered = (facts: LevelFacts) =>
  offerLevels(facts).flatMap(({ type, missing }) => (missing === null ? [type] : []));

test('a level is offered where its path is part of this version and what it needs is set up', () => {
  expect(offered({ ...ALL, supported: SUPPORTED_LEVELS })).toEqual([...SUPPORTED_LEVELS]);
  expect(offered(BARE)).toEqual(['simple']);
  expect(offered(ALL)).toEqual(['simple', 'advanced', 'qualified']);
  for (const channel of ['textMessages', 'mailCodes', 'identityProviders']) {
    expect(offered({ ...BARE, [channel]: true })).toEqual(['simple', 'advanced']);
  }
  // A passkey is offered after a first signing, so that it is no channel by itself.
  expect(offered({ ...BARE, passkeys: true })).toEqual(['simple']);
  expect(offered({ ...BARE, trustServiceProviders: true })).toEqual(['simple', 'qualified']);
});

test('a refusal names what is missing and which levels can be used', () => {
  expect(findLevelProblem('advanced', BARE)).toMatch(
    /^The level advanced is not available here\. .*second channel.*none is set up.* Use simple\.$/,
  );
  expect(findLevelProblem('qualified', { ...BARE, mailCodes: true })).toMatch(
    /trust service provider.*none is set up.* Use simple or advanced\.$/,
  );
  expect(findLevelProblem('advanced', { ...ALL, supported: ['simple'] })).toMatch(/version.*Use simple\.$/);
  expect(findLevelProblem('simple', BARE)).toBeNull();
  expect(() => requireLevel('qualified', BARE)).toThrow(
    expect.objectContaining({
      code: 'VALIDATION_ERROR',
      message: expect.stringContaining('trust service provider'),
      violations: { type: expect.stringContaining('trust service provider') },
    }),
  );
});

const contact = { phone: null, language: null, identification: null };
const problemsOf = (type: 'simple' | 'advanced' | 'qualified', more: object, facts = ALL) => {
  const violations: Violations = {};
  const recipient = { at: 'recipients[0]', actions: ['sign'] as const, ...contact, ...more };
  checkIdentifications(type, { recipients: [recipient], facts }, violations);
  return violations;
};

test('the proof is the recipient’s own, else the organization’s, else the first that suits the recipient', () => {
  const choose = (more: object, facts: LevelFacts) =>
    chooseIdentification('advanced', { ...contact, ...more }, facts);
  const phone = '+41791234567';
  expect(choose({ identification: 'code-mail', phone }, ALL)).toBe('code-mail');
  expect(choose({ phone }, { ...ALL, defaultIdentification: 'identity-provider' })).toBe('identity-provider');
  expect(choose({ phone }, ALL)).toBe('code-sms');
  expect(choose({}, ALL)).toBe('code-mail');
  expect(choose({}, { ...ALL, mailCodes: false })).toBe('identity-provider');
  expect(choose({}, { ...BARE, passkeys: true, mailCodes: true })).toBe('code-mail');
  expect(choose({}, { ...BARE, passkeys: true, textMessages: true })).toBeNull();
  // What the organization or the sender names is never replaced by something else.
  expect(choose({}, { ...ALL, defaultIdentification: 'code-sms' })).toBe('code-sms');
  expect(choose({ identification: 'code-sms' }, ALL)).toBe('code-sms');
  expect(chooseIdentification('simple', contact, ALL)).toBeNull();
  expect(chooseIdentification('qualified', contact, ALL)).toBeNull();
});

test('a signer who cannot be identified is named, with the field that is missing', () => {
  expect(problemsOf('advanced', {})).toEqual({});
  // The field and the settings that would help: of the operator and the organization, or of the sender.
  expect(problemsOf('advanced', {}, { ...BARE, textMessages: true, passkeys: true })).toEqual({
    'recipients[0][phone]': expect.stringMatching(/\+41.*PARAPH_MAIL_CODES.*identity provider/),
  });
  expect(problemsOf('advanced', {}, { ...ALL, defaultIdentification: 'code-sms' })).toEqual({
    'recipients[0][phone]': expect.stringMatching(
      /organization asks.*defaultIdentification.*\+41.*code-mail or identity-provider\.$/,
    ),
  });
  expect(problemsOf('advanced', { identification: 'code-sms' })).toEqual({
    'recipients[0][phone]': expect.stringMatching(/\+41.*code-mail or identity-provider\.$/),
  });
  expect(problemsOf('advanced', { phone: '+41791234567' })).toEqual({});
  expect(problemsOf('advanced', { identification: 'code-mail' })).toEqual({});
  expect(problemsOf('advanced', { identification: 'code-sms' }, { ...BARE, mailCodes: true })).toEqual({
    'recipients[0][identification]': expect.stringMatching(/text messages.*use code-mail\.$/),
  });
  expect(problemsOf('advanced', { actions: ['review'] })).toEqual({});
  for (const level of ['simple', 'qualified'] as const) {
    expect(problemsOf(level, {})).toEqual({});
    expect(problemsOf(level, { identification: 'code-sms' })).toEqual({
      'recipients[0][identification]': expect.stringContaining('leave it out'),
    });
  }
  expect(Object.keys(problemsOf('advanced', { actions: ['review'], identification: 'passkey' }))).toEqual([
    'recipients[0][identification]',
  ]);
  const recipients = [{ at: 'recipients[0]', actions: ['sign' as const], ...contact }];
  const facts = { ...BARE, textMessages: true };
  expect(() => requireIdentifications('advanced', { recipients, facts })).toThrow(/phone number/);
});

test('every identification says what it needs', () => {
  expect(offerIdentifications(ALL).map(({ missing }) => missing)).toEqual([null, null, null, null]);
  for (const { missing } of offerIdentifications(BARE)) expect(missing).toMatch(/\.$/);
});

test('a form names a signer without a phone number at the first place that names them', () => {
  const levels = { ...BARE, textMessages: true };
  const rules = { nowSeconds: 0, expirySecondsMin: LIMITS.expirySecondsMin, levels };
  const ann = { name: 'Ann', email: 'ann@example.com' };
  const bob = { name: 'Bob', email: 'bob@example.com' };
  const steps = [
    { type: 'review' as const, recipients: [bob, ann] },
    { type: 'sign' as const, recipients: [ann] },
  ];
  const read = (type: 'simple' | 'advanced') => readDraft({ name: 'Lease', type, steps }, rules).violations;
  expect(read('simple')).toEqual({});
  expect(Object.keys(read('advanced'))).toEqual(['steps[0][recipients][1][phone]']);
  // Whoever names a witness gives no number, so that nobody could be shown the code.
  const phone = '+41791234567';
  const asking = [{ type: 'sign' as const, recipients: [{ ...ann, phone, witness: 'asked' as const }] }];
  const { violations } = readDraft({ name: 'Lease', type: 'advanced', steps: asking }, rules);
  expect(violations).toEqual({
    'steps[0][recipients][0][witness]': expect.stringContaining('name the witness yourself'),
  });
});
