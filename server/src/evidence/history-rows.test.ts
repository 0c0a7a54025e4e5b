import { expect, test } from 'vitest';
import type { EvidenceView } from './compose-document.ts';
import { historyRows } from './history-rows.ts';
import { recordForRecipients } from './recipients-record.ts';
import { completionTextsIn } from './texts/texts-in.ts';

type Record = EvidenceView['record'];

const sender = { kind: 'user', name: 'Sam', email: 'sam@example.com', ip: '192.0.2.1' };
const event = (time: string, name: string, detail: object, actor: object = sender) => ({
  time: `2026-11-24T${time}.250Z`,
  name,
  actor,
  detail,
});
const en = completionTextsIn('en');
const rowsOf = (...events: object[]) => historyRows({ signers: [], events } as unknown as Record, en);
const saidOf = (...events: object[]) => rowsOf(...events).map(([, what]) => what);

test('the edits of one sitting are one line, in words', () => {
  const edits = [
    event('09:00:00', 'workflow.changed', { parts: 'recipients, steps' }),
    ...['09:01:00', '09:01:05', '09:04:30'].map((at) => event(at, 'workflow.changed', { parts: 'fields' })),
    event('09:30:00', 'workflow.changed', { parts: 'senderMessage' }),
  ];
  expect(rowsOf(...edits)).toEqual([
    ['2026-11-24 09:00:00', 'Edited the people, the steps, the fields, until 09:04:30', 'Sam', '192.0.2.1'],
    ['2026-11-24 09:30:00', 'Edited the message', 'Sam', '192.0.2.1'],
  ]);
});

test('who came by a public link, by which, and that the mailbox was proven', () => {
  const detail = { to: 'ada@example.com', publicLinkName: 'Summer camp', method: 'code' };
  expect(saidOf(event('09:00:00', 'mailbox.proven', detail))).toEqual([
    'Came by the public link, and proved the mailbox by a mailed code: ada@example.com (Summer camp)',
  ]);
});

test('a deadline is said with until when it was moved, the last time', () => {
  const edits = [
    event('09:00:00', 'workflow.changed', { parts: 'expiryDate', expiryDate: 1_796_000_000 }),
    event('09:01:00', 'workflow.changed', { parts: 'expiryDate, name', expiryDate: 1_797_000_000 }),
    // Of before this was recorded.
    event('10:30:00', 'workflow.changed', { parts: 'expiryDate' }),
  ];
  expect(saidOf(...edits)).toEqual([
    'Edited the deadline, to 2026-12-11 14:40:00, the name, until 09:01:00',
    'Edited the deadline',
  ]);
});

test('a corrected address is said from and to, and is no handing over', () => {
  const former = { formerName: 'Ada', formerEmail: 'ada@exmaple.com' };
  const corrected = { ...former, recipientName: 'Ada', recipientEmail: 'ada@example.com' };
  const other = { ...former, recipientName: 'Eve', recipientEmail: 'eve@example.com' };
  const ada = { kind: 'recipient', name: 'Ada', email: 'ada@exmaple.com', ip: '192.0.2.2' };
  expect(
    saidOf(
      event('09:00:00', 'recipient.reassigned', corrected),
      event('09:00:00', 'recipient.reassigned', other),
      event('09:00:00', 'recipient.reassigned', other, ada),
    ),
  ).toEqual([
    'Address of Ada corrected from ada@exmaple.com to ada@example.com',
    'Ada (ada@exmaple.com) replaced by Eve (eve@example.com)',
    'Ada (ada@exmaple.com) passed the task on to Eve (eve@example.com)',
  ]);
});

test('recipients read who acted by name, and neither an address nor from where', () => {
  const nameless = { ...sender, name: null };
  const events = [
    event('09:00:00', 'action.signed', {}),
    event('09:01:00', 'workflow.canceled', {}, nameless),
  ];
  const record = recordForRecipients({ signers: [], events } as unknown as Record);
  expect(historyRows(record, en).map(([, , ...rest]) => rest)).toEqual([
    ['Sam', ''],
    [en.service, ''],
  ]);
});
