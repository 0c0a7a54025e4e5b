import { expect, test } from 'vitest';
import type { ListedWorkflow } from '../store/listed-workflow-store.ts';
import { keepWorkflows } from './kept-workflows.ts';

const workflow = (id: number, changedIn: string) => ({ workflow: { id }, changedIn }) as ListedWorkflow;
const SIZE = JSON.stringify(workflow(1, '7')).length;

test('a workflow is found as it was kept, and not once it has changed', () => {
  const kept = keepWorkflows();
  const [first, second] = [workflow(1, '7'), workflow(1, '9')];
  expect(kept.find(1, '7')).toBeNull();
  kept.keep(first);
  expect(kept.find(1, '7')).toBe(first);
  expect(kept.find(1, '9')).toBeNull();
  kept.keep(second);
  expect(kept.find(1, '9')).toBe(second);
  expect(kept.find(1, '7')).toBeNull();
});

test('those that were listed longest ago make room for others', () => {
  const kept = keepWorkflows(SIZE * 2);
  kept.keep(workflow(1, '7'));
  kept.keep(workflow(2, '7'));
  kept.keep(workflow(1, '8'));
  kept.keep(workflow(2, '8'));
  expect(kept.find(1, '8')).not.toBeNull();
  kept.keep(workflow(3, '7'));
  expect([kept.find(1, '8'), kept.find(2, '8'), kept.find(3, '7')].map((each) => each !== null)).toEqual([
    ...[true, false, true],
  ]);
  kept.keep({ ...workflow(4, '7'), fileSizes: Array.from({ length: 99 }, () => ({ id: 1, size: 1 })) });
  expect([1, 2, 3, 4].map((id) => kept.find(id, '7') ?? kept.find(id, '8'))).toEqual([
    null,
    null,
    null,
    null,
  ]);
});
