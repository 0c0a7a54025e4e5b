import { expect, test } from 'vitest';
import { availableLevels, findLevelProblem } from './level.ts';
import { WORKFLOW_TYPES } from './workflow.ts';

test('a level is had where it is available, and refused with the remedy where it is not', () => {
  expect(WORKFLOW_TYPES.filter((type) => findLevelProblem(type) === null)).toEqual([...availableLevels()]);
  for (const type of ['advanced', 'qualified'] as const) {
    expect(findLevelProblem(type)).toMatch(
      new RegExp(`^The level ${type} .*none is set up\\. Use simple\\.$`),
    );
    expect(findLevelProblem(type, ['simple', type])).toBeNull();
  }
  expect(findLevelProblem('simple', ['advanced', 'qualified'])).toContain('Use advanced or qualified.');
});
