import { expect, it } from 'vitest';
import { listNotProven } from './evidence-points.ts';

type Body = Parameters<typeof listNotProven>[0];

it('says in words what is not proven of a person, by how they were identified', () => {
  const reached = {
    level: 'advanced',
    identification: 'code-sms',
    weakestLink: 'the sender named the phone',
  };
  const body = { signers: [{ reached, act: null }], documents: [] } as unknown as Body;
  expect(listNotProven(body, [])[0]).toBe(
    'Who a person is, identified by the link in their mailbox and a code in a text message to their phone, ' +
      'bound to the content: the sender named the phone.',
  );
});
