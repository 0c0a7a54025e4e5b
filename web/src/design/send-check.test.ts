import { describe, expect, it } from 'vitest';
import { findSendProblems } from './send-check.ts';

const people = [
  { role: 1, name: 'Ada' },
  { role: 2, name: 'Bob' },
];
const recipients = [
  { id: 11, email: 'ada@example.com', roles: [{ id: 1 }] },
  { id: 12, email: 'bob@example.com', roles: [{ id: 2 }] },
];
const steps = [{ order: 1, actions: [{ role: 1 }, { role: 2 }] }];
const signature = (role: number) => ({
  ...{ key: `s${role}`, type: 'signature' as const, label: 'Signature', role, page: 1 },
  ...{ posX: 10, posY: 10, width: 30, height: 8 },
});

describe('the checklist before sending', () => {
  it('is empty when each signer has a signature field on a page', () => {
    expect(findSendProblems(people, [signature(1), signature(2)], { recipients, steps })).toEqual([]);
  });

  it('names the signers without a signature field', () => {
    const problems = findSendProblems(people, [signature(1)], { recipients, steps });
    expect(problems).toEqual([{ kind: 'noSignature', role: 2, name: 'Bob' }]);
    expect(findSendProblems([], [], { recipients, steps })).toEqual([{ kind: 'noSigners' }]);
  });

  it('names the fields that are not whole on their page', () => {
    const off = { ...signature(2), posX: 80 };
    expect(findSendProblems(people, [signature(1), off], { recipients, steps })).toEqual([
      { kind: 'offPage', field: off },
    ]);
    const atEdge = { ...signature(2), posX: 70.04, posY: -0.02 };
    expect(findSendProblems(people, [signature(1), atEdge], { recipients, steps })).toEqual([]);
  });

  it('names an address that is in a step twice, however it is spelled', () => {
    const twice = recipients.map((each) => ({
      ...each,
      email: each.id === 11 ? 'Bob@Example.com' : each.email,
    }));
    const fields = [signature(1), signature(2)];
    expect(findSendProblems(people, fields, { recipients: twice, steps })).toEqual([
      { kind: 'duplicate', email: 'bob@example.com', order: 1 },
    ]);
    const apart = [1, 2].map((role) => ({ order: role, actions: [{ role }] }));
    expect(findSendProblems(people, fields, { recipients: twice, steps: apart })).toEqual([]);
  });
});
