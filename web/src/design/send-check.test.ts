import { findOptionProblem } from '@paraph/domain';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../api/call.ts';
import { newField } from './board-state.ts';
import { findIllegible, findSendProblems } from './send-check.ts';

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

  it('names the choice whose words the page has no room for, with the size that they need', () => {
    const placement = { documentId: 1, page: 2, role: 1, posX: 10, posY: 10, width: 5, height: 2 };
    const fields = ['a', 'b'].map((key) => newField({ key, type: 'radio', ...placement }));
    const sentence = findOptionProblem(
      { ...placement, type: 'radio', label: 'Deposit', options: null, fontSize: 11 },
      () => ({ width: 700.2, height: 28 }),
    );
    const violations = { 'fields[1][options]': sentence ?? '', 'fields[0][label]': 'Too long.' };
    const error = new ApiError({ statusCode: 400, code: 'VALIDATION_ERROR', message: 'No.', violations });
    expect(findIllegible(error, fields)).toEqual([
      { kind: 'illegible', field: fields[1], size: { width: 701, height: 28 } },
    ]);
    expect(findIllegible(new Error('away'), fields)).toEqual([]);
  });
});
