import { expect, it } from 'vitest';
import { changeOf, checkUrl, isStillSigning, WEBHOOK_EVENTS } from './webhook-state.ts';

it.each([
  ['https://a.test/hook?x=1', null],
  [' http://127.0.0.1:8080/hook ', null],
  ['', 'missing'],
  ['  ', 'missing'],
  ['a.test/hook', 'invalid'],
  ['ftp://a.test', 'invalid'],
  ['https://ada:secret@a.test/', 'invalid'],
])('checkUrl judges %j', (url, error) => {
  expect(checkUrl(url)).toBe(error);
});

const values = {
  url: ' https://a.test ',
  wants: 'all' as const,
  events: ['workflow.signed'],
  sslVerification: true,
};

it('changeOf says nothing of events where all are wanted', () => {
  expect(changeOf(values)).toEqual({ url: 'https://a.test', events: [], sslVerification: true });
});

it('changeOf names those that are wanted, in their order', () => {
  const events = ['workflow.signed', 'nonsense', 'workflow.started'];
  expect(changeOf({ ...values, wants: 'some', events }).events).toEqual([
    'workflow.started',
    'workflow.signed',
  ]);
  expect(WEBHOOK_EVENTS).toContain('workflow.signed');
});

it('isStillSigning is so until the old secret ends', () => {
  expect(isStillSigning(null, 100)).toBe(false);
  expect(isStillSigning(101, 100)).toBe(true);
  expect(isStillSigning(100, 100)).toBe(false);
});
