import { describe, expect, test } from 'vitest';
import {
  findPlaceholderProblem,
  findStrangerNameProblem,
  publicLinkState,
  signedPrefill,
} from './public-link.ts';
import { EMPTY_PLAN, type TemplatePlan } from './template.ts';

describe('the name of a stranger', () => {
  test.each([
    'Ada Lovelace',
    'J. R. R. Tolkien',
    'María-José Ñúñez',
    'Anne O’Neil',
    'Dr. h. c. Eva Groß',
    '小林 一茶',
    'عائشة',
  ])('%s is one', (name) => {
    expect(findStrangerNameProblem(name)).toBeNull();
  });
  test.each([
    'Win at evil.example',
    'www.evil',
    'http://x',
    'ada@example.com',
    'call 0791234567',
    '<b>Ada</b>',
    'x'.repeat(81),
  ])('%s is none', (name) => {
    expect(findStrangerNameProblem(name)).not.toBeNull();
  });
});

test('what a signature is over does not depend on the order, and no value can pass for two', () => {
  const expected = 'prefill[a]=1%262&prefill[b]=x%20y&ref=door%3D3';
  expect(signedPrefill({ b: 'x y', a: '1&2' }, 'door=3')).toBe(expected);
  expect(signedPrefill({ a: '1&prefill[b]=2' }, null)).not.toBe(signedPrefill({ a: '1', b: '2' }, null));
});

test('a link is ended, closed, full, early or open, in this order', () => {
  const link = { opensDate: 10, closesDate: 20, maximum: 2, isEnded: false };
  const stateAt = (nowSeconds: number, taken = 0) => publicLinkState(link, { nowSeconds, taken });
  expect([9, 10, 19, 20].map((at) => stateAt(at))).toEqual(['early', 'open', 'open', 'closed']);
  expect([1, 2, 3].map((taken) => stateAt(15, taken))).toEqual(['open', 'full', 'full']);
  expect(publicLinkState({ ...link, isEnded: true }, { nowSeconds: 15, taken: 0 })).toBe('ended');
});

test('who comes acts alone in the first step, so that nobody else is asked before', () => {
  const person = (id: number) => ({
    ...{ id, name: `P${id}`, anchorTag: null },
    roles: [{ id: id * 10, type: 'sign' as const, color: '' }],
  });
  const step = (id: number, ...roleIds: number[]) => ({
    ...{ id, type: 'sign' as const },
    actions: roleIds.map((roleId) => ({ id: roleId + 1, roleId })),
  });
  const planOf = (...steps: ReturnType<typeof step>[]): TemplatePlan => {
    return { ...EMPTY_PLAN, recipients: [person(1), person(2)], steps };
  };
  expect(findPlaceholderProblem(planOf(step(5, 10), step(6, 20)), 1)).toBeNull();
  expect(findPlaceholderProblem(planOf(step(5, 10), step(6, 20)), 2)).toContain('alone in the first step');
  expect(findPlaceholderProblem(planOf(step(5, 10, 20)), 1)).toContain('alone in the first step');
  expect(findPlaceholderProblem(planOf(), 1)).toContain('alone in the first step');
  expect(findPlaceholderProblem(planOf(step(5, 10)), 3)).toContain('no such placeholder');
});
