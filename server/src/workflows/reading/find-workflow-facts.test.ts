import { expect, test } from 'vitest';
import { contentsOf } from './find-workflow-facts.ts';

test('names signers in the order of their steps, and in one step in that of their actions', () => {
  const signed = (id: number, stepId: number) =>
    ({ id, step_id: stepId, recipient_id: id, type: 'sign', status: 'signed' }) as const;
  const record = {
    workflow: { status: 'started' },
    // Steps that were ordered anew have ids in another order.
    steps: [1, 2].map((id) => ({ id, step_order: 3 - id })),
    actions: [signed(3, 1), signed(2, 2), signed(1, 1)],
    recipients: ['Ann', 'Bob', 'Cay'].map((name, index) => ({ id: index + 1, name })),
  };
  expect(contentsOf(record as never)).toEqual({ kind: 'signed', names: ['Bob', 'Ann', 'Cay'] });
});
