import { expect, it } from 'vitest';
import type { LevelOffers } from '../api/wire.ts';
import { isSandboxOffered, isSignedBySandbox } from './level-state.ts';

function offersWith(sandbox: boolean): LevelOffers {
  const offer = { offered: true, missing: null, permitted: true };
  return {
    levels: [
      { type: 'advanced', ...offer, sandbox: false },
      { type: 'qualified', ...offer, sandbox },
    ],
    identifications: [],
    roles: [],
    defaultIdentification: null,
  };
}

function signedWith(...notices: (string | null | undefined)[]) {
  const actions = notices.map((notice) => ({
    transaction: notice === undefined ? null : { provider: 'Provider', responseId: null, notice },
  }));
  return { type: 'qualified' as const, steps: [{ actions }] };
}

it('says of the level qualified alone that the sandbox signs, where it does', () => {
  const [none, sandbox] = [offersWith(false), offersWith(true)];
  expect((['advanced', 'qualified'] as const).map((type) => isSandboxOffered(type, sandbox))).toEqual([
    false,
    true,
  ]);
  expect([isSandboxOffered('qualified', none), isSandboxOffered('qualified', undefined)]).toEqual([
    false,
    false,
  ]);
});

it('says of a document who signed it, and of one that nobody has signed who would', () => {
  const notice = 'Sandbox, no legal effect';
  expect(isSignedBySandbox(signedWith(undefined), offersWith(true))).toBe(true);
  expect(isSignedBySandbox(signedWith(undefined), offersWith(false))).toBe(false);
  expect(isSignedBySandbox(signedWith(undefined, notice), offersWith(false))).toBe(true);
  expect(isSignedBySandbox(signedWith(null, undefined), offersWith(true))).toBe(false);
});
