import { IDENTIFICATIONS, LIMITS, WORKFLOW_TYPES } from '@paraph/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LevelOffers } from '../api/wire.ts';
import { checkFile, checkFiles, offeredKinds, offeredTypes } from './chosen-files.ts';
import { momentOf } from './deadline-state.ts';
import { levelFactsOf, usualIdentification } from './level-state.ts';
import {
  changeDraft,
  changedOptions,
  detailsOf,
  draftFrom,
  emptyDraft,
  formOf,
  isSameDetails,
  isStarted,
  type SendChange,
  type SendDraft,
  validateDraft,
} from './send-state.ts';
import { changeSteps, type StepChange } from './send-steps.ts';

const DAY = 86_400;
const NOW = 1_795_000_000;
/** A whole minute. */
const NOON = NOW - (NOW % 60);
const PDF = new File(['%PDF-1.7'], 'Lease_2027.pdf', { type: 'application/pdf' });

function ready(): SendDraft {
  const draft = changeDraft(emptyDraft('a'), { do: 'add-file', file: PDF });
  return changeDraft(draft, {
    do: 'person',
    key: 'a-person',
    change: { name: 'Ada', email: 'ada@example.com' },
  });
}

function withSecondPerson(draft: SendDraft, email: string): SendDraft {
  const added = changeDraft(draft, { do: 'add-person', stepKey: 'a', key: 'b' });
  return changeDraft(added, { do: 'person', key: 'b', change: { name: 'Ben', email } });
}

describe('validateDraft', () => {
  it('names everything an empty draft lacks, the file first', () => {
    expect(validateDraft(emptyDraft('a'), NOW).map(({ path, kind }) => `${path} ${kind}`)).toEqual([
      'document file',
      'name name',
      'steps[0][recipients][0][name] people',
      'steps[0][recipients][0][email] people',
    ]);
  });

  it('stops the same address twice in one step, however it is written', () => {
    expect(validateDraft(withSecondPerson(ready(), ' ADA@example.com '), NOW)).toMatchObject([
      { path: 'steps[0][recipients][1][email]', kind: 'duplicate' },
    ]);
  });

  it('lets the same person act in two steps', () => {
    const draft = changeDraft(ready(), { do: 'add-step', key: 'c', personKey: 'd' });
    const twice = changeDraft(draft, {
      do: 'person',
      key: 'd',
      change: { name: 'Ada', email: 'ada@example.com' },
    });
    expect(validateDraft(twice, NOW)).toEqual([]);
  });

  it('tells an odd address from a missing one', () => {
    expect(validateDraft(withSecondPerson(ready(), 'ben'), NOW)).toMatchObject([{ kind: 'email' }]);
  });

  it('counts the days of a deadline from the hour at which it is sent by itself, which lies ahead of it', () => {
    const draft = changeDraft(ready(), { do: 'start', start: momentOf(NOON + 3 * DAY) });
    expect(validateDraft(draft, NOON)).toEqual([]);
    expect(formOf(draft, NOON, 5).get('scheduledStartDate')).toBe(String(NOON + 3 * DAY));
    expect(formOf(draft, NOON, 5).get('expiryDate')).toBe(String(NOON + 17 * DAY));
    expect(formOf(ready(), NOON, 5).has('scheduledStartDate')).toBe(false);
    const ended = changeDraft(draft, { do: 'deadline', deadline: { moment: momentOf(NOON + 8 * DAY) } });
    for (const start of ['', momentOf(NOON), momentOf(NOON + 8 * DAY)]) {
      const wrong = changeDraft(ended, { do: 'start', start });
      expect(validateDraft(wrong, NOON)).toMatchObject([{ path: 'scheduledStartDate', kind: 'start' }]);
    }
  });

  it('stops a deadline that is too near, too far or no date', () => {
    for (const moment of ['2026-11-19T12:00', '2030-01-01T12:00', '']) {
      const draft = changeDraft(ready(), { do: 'deadline', deadline: { moment } });
      expect(validateDraft(draft, NOW)).toMatchObject([{ path: 'expiryDate', kind: 'deadline' }]);
    }
  });
});

describe('changeDraft', () => {
  it('takes the name from the file until the sender writes one', () => {
    const named = changeDraft(emptyDraft('a'), { do: 'add-file', file: PDF });
    expect(named.name).toBe('Lease 2027');
    const renamed = changeDraft(named, { do: 'name', name: 'Our lease' });
    expect(changeDraft(renamed, { do: 'remove-file', index: 0 }).name).toBe('Our lease');
  });

  it('follows a changed file where the name came from the first', () => {
    const other = new File([''], 'other.pdf');
    const two = changeDraft(changeDraft(emptyDraft('a'), { do: 'add-file', file: PDF }), {
      do: 'add-file',
      file: other,
    });
    expect(two.name).toBe('Lease 2027');
    const moved = changeDraft(two, { do: 'move-file', index: 1, by: -1 });
    expect([moved.name, moved.files]).toEqual(['other', [other, PDF]]);
    expect(changeDraft(moved, { do: 'move-file', index: 0, by: -1 }).files).toEqual([other, PDF]);
    expect(changeDraft(moved, { do: 'remove-file', index: 0 }).name).toBe('Lease 2027');
    expect(changeDraft(emptyDraft('a'), { do: 'restore-files', files: two.files }).name).toBe('Lease 2027');
  });

  it('places steps and people before or after others; a step that nobody is left in goes', () => {
    const person = (key: string) => ({ key, name: key, email: '' });
    const steps = [
      { key: 'a', type: 'sign' as const, people: [person('1'), person('2')] },
      { key: 'b', type: 'review' as const, people: [person('3')] },
    ];
    const orderAfter = (change: StepChange) =>
      changeSteps(steps, change).map(({ key, people }) => key + people.map((each) => each.key).join(''));
    const place = { do: 'place-person', key: '3' } as const;
    expect(orderAfter({ do: 'place-step', key: 'a', target: 'b', isAfter: true })).toEqual(['b3', 'a12']);
    expect(orderAfter({ ...place, target: '2', isAfter: false })).toEqual(['a132']);
    expect(orderAfter({ ...place, key: '1', target: '3', isAfter: true })).toEqual(['a2', 'b31']);
    expect(orderAfter({ ...place, key: '2', target: '1', isAfter: false })).toEqual(['a21', 'b3']);
    expect(orderAfter({ ...place, target: 'gone', isAfter: false })).toEqual(['a12']);
    expect(orderAfter({ do: 'move-person', key: '2', by: 1 })).toEqual(['a1', 'b23']);
    expect(orderAfter({ do: 'move-person', key: '3', by: -1 })).toEqual(['a123']);
    expect(orderAfter({ do: 'move-person', key: '1', by: -1 })).toEqual(['a12', 'b3']);
  });

  it('gives a message the name of the document', () => {
    const draft = changeDraft(ready(), { do: 'message', message: 'Sign {document}: {document}' });
    const named = changeDraft(draft, { do: 'name', name: 'A $& B' });
    expect(formOf(named, NOW, 5).get('senderMessage')).toBe('Sign A $& B: A $& B');
    expect(detailsOf(named).senderMessage).toBe('Sign A $& B: A $& B');
  });

  it('removes a step together with its last person', () => {
    const draft = changeDraft(ready(), { do: 'add-step', key: 'c', personKey: 'd' });
    expect(changeDraft(draft, { do: 'remove-person', key: 'd' }).steps.map(({ key }) => key)).toEqual(['a']);
  });

  it('keeps every other person, whatever is moved and removed', () => {
    const keys = ['a', 'b', 'c', 'd'];
    const change: fc.Arbitrary<SendChange> = fc.oneof(
      fc.record({
        do: fc.constant('move-step' as const),
        key: fc.constantFrom(...keys),
        by: fc.constantFrom(-1 as const, 1 as const),
      }),
      fc.record({ do: fc.constant('remove-step' as const), key: fc.constantFrom('b', 'd') }),
    );
    fc.assert(
      fc.property(fc.array(change, { maxLength: 30 }), (changes) => {
        const start = keys
          .slice(1)
          .reduce(
            (draft, key) => changeDraft(draft, { do: 'add-step', key, personKey: `${key}-person` }),
            emptyDraft('a'),
          );
        const end = changes
          .reduce(changeDraft, start)
          .steps.flatMap(({ people }) => people.map(({ key }) => key));
        const removed = changes.flatMap((one) => (one.do === 'remove-step' ? [`${one.key}-person`] : []));
        const remaining = keys.map((key) => `${key}-person`).filter((key) => !removed.includes(key));
        expect([...end].sort()).toEqual(remaining);
      }),
    );
  });
});

describe('a draft that is kept', () => {
  const contact = { phone: null, language: null, identification: null };
  const workflow = {
    name: 'Lease',
    type: 'simple',
    senderMessage: null,
    expiryDate: NOON + 14 * DAY,
    scheduledStartDate: null,
    reminders: 'off',
    followers: [
      { id: 9, name: 'Fay', email: 'fay@example.com', language: null, when: 'both', ofRecipientId: 7 },
    ],
    recipients: [
      { id: 7, name: 'Ada', email: 'ada@example.com', picture: null, roles: [] },
      { id: 8, name: 'Ben', email: 'ben@example.com', picture: null, roles: [] },
    ],
    steps: [
      { id: 2, order: 2, type: 'review', status: 'not_started', expiryDate: null, actions: [action(5, 7)] },
      {
        id: 1,
        order: 1,
        type: 'sign',
        status: 'not_started',
        expiryDate: null,
        actions: [action(3, 8), action(4, 7)],
      },
    ],
  } as unknown as Parameters<typeof draftFrom>[0];

  function action(id: number, recipientId: number) {
    return { id, recipientId };
  }

  it('goes back as it came: steps in order, people by their ids', () => {
    const draft = draftFrom(workflow, 'k');
    expect(isSameDetails(draft, draftFrom(workflow, 'other'))).toBe(true);
    expect(detailsOf(draft)).toEqual({
      name: 'Lease',
      type: 'simple',
      senderMessage: null,
      steps: [
        {
          type: 'sign',
          recipients: [
            { id: 8, name: 'Ben', email: 'ben@example.com', ...contact },
            { id: 7, name: 'Ada', email: 'ada@example.com', ...contact },
          ],
        },
        { type: 'review', recipients: [{ id: 7, name: 'Ada', email: 'ada@example.com', ...contact }] },
      ],
    });
  });

  it('keeps the id of a person whose address is corrected, and gives new people none', () => {
    const draft = [
      { do: 'person', key: 'action-4', change: { email: 'ada@new.example' } },
      { do: 'add-person', stepKey: 'step-2', key: 'new' },
    ] satisfies SendChange[];
    const changed = draft.reduce(changeDraft, draftFrom(workflow, 'k'));
    const [first, second] = detailsOf(changed).steps;
    expect(first?.recipients[1]).toEqual({ id: 7, name: 'Ada', email: 'ada@new.example', ...contact });
    expect(second?.recipients[1]).toEqual({ name: '', email: '', ...contact });
    expect(isSameDetails(changed, draftFrom(workflow, 'k'))).toBe(false);
  });

  it('sends of followers, times and reminders what was changed, and nothing else', () => {
    const before = draftFrom(workflow, 'k');
    expect(changedOptions(before, { ...before }, NOW)).toEqual({});
    const [fay] = before.followers;
    const changes: SendChange[] = [
      { do: 'deadline', deadline: { days: 30 } },
      { do: 'start', start: momentOf(NOON + DAY) },
      { do: 'followers', followers: fay ? [{ ...fay, when: 'end' }] : [] },
      { do: 'reminders', reminders: 'first=1;every=1;max=1' },
    ];
    const changed = changes.reduce(changeDraft, before);
    expect(isSameDetails(before, changed)).toBe(false);
    expect(changedOptions(before, changed, NOW)).toEqual({
      expiryDate: NOON + 31 * DAY,
      scheduledStartDate: NOON + DAY,
      followers: [
        { name: 'Fay', email: 'fay@example.com', language: null, when: 'end', of: 'ada@example.com' },
      ],
      reminders: 'first=1;every=1;max=1',
    });
    expect(changedOptions(changed, before, NOW)).toMatchObject({
      scheduledStartDate: null,
      reminders: 'off',
    });
  });

  it('without steps begins with one, as a new one does', () => {
    expect(draftFrom({ ...workflow, steps: [], recipients: [] }, 'k').steps).toHaveLength(1);
  });
});

describe('the level of a draft', () => {
  const offers = (isOffered: boolean): LevelOffers => ({
    levels: WORKFLOW_TYPES.map((type) => {
      const offered = isOffered || type === 'simple';
      return { type, offered, missing: offered ? null : 'Not yet.', sandbox: false, permitted: true };
    }),
    identifications: IDENTIFICATIONS.map((identification) => {
      return { identification, offered: isOffered, missing: isOffered ? null : 'Not yet.' };
    }),
    defaultIdentification: null,
    roles: [],
  });
  const advanced = changeDraft(ready(), { do: 'type', type: 'advanced' });
  const person = (change: object) => changeDraft(advanced, { do: 'person', key: 'a-person', change });

  it('is refused where the server does not offer it, and before that is known', () => {
    for (const offer of [undefined, offers(false)]) {
      const errors = validateDraft(advanced, NOW, { levels: levelFactsOf(offer) });
      expect(errors.map(({ path }) => path)).toContain('type');
      expect(validateDraft(ready(), NOW, { levels: levelFactsOf(offer) })).toEqual([]);
    }
    expect(validateDraft(ready(), NOW, { isPermitted: false })).toEqual([
      { path: 'type', kind: 'level', sentence: '' },
    ]);
  });

  it('asks for the phone of a signer who gets a code in a text message, and sends how each is identified', () => {
    const rules = { levels: levelFactsOf(offers(true)) };
    const errorsOf = (draft: SendDraft) => validateDraft(draft, NOW, rules);
    const bySms = person({ identification: 'code-sms' });
    expect(errorsOf(bySms)).toMatchObject([{ path: 'steps[0][recipients][0][phone]', kind: 'other' }]);
    expect(errorsOf(advanced)).toEqual([]);
    expect(usualIdentification(offers(true), {})).toBe('code-mail');
    expect(usualIdentification(offers(true), { phone: '+41 79 123 45 67' })).toBe('code-sms');
    expect(usualIdentification(undefined, {})).toBeNull();
    const withPhone = person({ phone: '+41 79 123 45 67', language: 'fr' });
    expect(errorsOf(withPhone)).toEqual([]);
    expect(errorsOf(person({ identification: 'code-mail' }))).toEqual([]);
    const form = formOf(withPhone, NOW, 3);
    expect(form.get('type')).toBe('advanced');
    expect(form.get('steps[0][recipients][0][phone]')).toBe('+41 79 123 45 67');
    expect(form.get('steps[0][recipients][0][language]')).toBe('fr');
    expect(form.has('steps[0][recipients][0][identification]')).toBe(false);
    // Back at the simple level nothing is left that it refuses.
    const simple = changeDraft(person({ identification: 'code-mail' }), { do: 'type', type: 'simple' });
    expect(errorsOf(simple)).toEqual([]);
    expect(formOf(simple, NOW, 3).has('steps[0][recipients][0][identification]')).toBe(false);
  });
});

it('isStarted is true as soon as something would be lost', () => {
  expect(isStarted(emptyDraft('a'))).toBe(false);
  const touched: SendChange[] = [
    { do: 'name', name: 'x' },
    { do: 'message', message: 'x' },
    { do: 'add-file', file: PDF },
    { do: 'person', key: 'a-person', change: { email: 'x' } },
  ];
  for (const change of touched) expect(isStarted(changeDraft(emptyDraft('a'), change))).toBe(true);
});

it('checkFiles counts documents and bytes of all together', () => {
  const sized = (size: number) => ({ name: 'a.pdf', type: 'application/pdf', size }) as File;
  const most = Array.from({ length: LIMITS.workflowDocumentsMax }, () => sized(1));
  expect(checkFiles(most)).toBe(null);
  expect(checkFiles([...most, sized(1)])).toBe('filesMany');
  const five = Array.from({ length: 5 }, () => sized(LIMITS.workflowBytesMax / 5));
  expect(checkFiles(five)).toBe(null);
  expect(checkFiles([...five, sized(1)])).toBe('filesLarge');
  expect(checkFiles([sized(1), sized(0)])).toBe('fileEmpty');
  expect(checkFiles([])).toBe('fileMissing');
});

it.each([
  [{ name: 'a.pdf', type: 'application/pdf', size: 1 }, null],
  [{ name: 'a.PDF', type: '', size: LIMITS.uploadBytesMax }, null],
  [{ name: 'a.jpg', type: 'image/jpeg', size: 1 }, null],
  [{ name: 'a.PNG', type: '', size: 1 }, null],
  [{ name: 'a.heic', type: 'image/heic', size: 1 }, null],
  [{ name: 'a.docx', type: '', size: 1 }, null],
  [{ name: 'a.doc', type: 'application/msword', size: 1 }, 'fileKind'],
  [{ name: 'a.pdf', type: 'application/pdf', size: 0 }, 'fileEmpty'],
  [{ name: 'a.pdf', type: 'application/pdf', size: LIMITS.uploadBytesMax + 1 }, 'fileLarge'],
  [null, 'fileMissing'],
])('checkFile answers %j with %j', (file, refusal) => expect(checkFile(file)).toBe(refusal));

it('checkFile refuses what the instance has no converter for, and the chooser does not offer it', () => {
  const named = (name: string) => ({ name, type: '', size: 1 });
  for (const name of ['a.docx', 'a.ODT', 'a.rtf'])
    expect(checkFile(named(name), ['heic']), name).toBe('fileKind');
  expect(checkFile(named('a.heif'), ['heic'])).toBe(null);
  expect(checkFile(named('a.heic'), ['docx'])).toBe('fileKind');
  expect(checkFiles([named('a.docx') as File], [])).toBe('fileKind');
  expect(offeredTypes(['odt', 'heic'])).toBe('application/pdf,image/jpeg,image/png,.pdf,.odt,.heic');
  expect(offeredKinds(['docx'])).toEqual(['PDF', 'JPEG', 'PNG', 'Word (DOCX)']);
});

it('formOf writes the interface’s bracket notation, trimmed, the files last and in their order', () => {
  const other = new File(['%PDF-1.7'], 'other.pdf');
  const draft = changeDraft(withSecondPerson(ready(), ' ben@example.com '), {
    do: 'add-file',
    file: other,
  });
  const form = formOf({ ...draft, message: ' Please. ' }, NOW, 3);
  expect([...form.keys()].slice(-2)).toEqual(['document', 'document']);
  expect(form.getAll('document').map((file) => (file as File).name)).toEqual([PDF.name, 'other.pdf']);
  expect(form.get('senderMessage')).toBe('Please.');
  expect(formOf(draft, NOW, 3).has('senderMessage')).toBe(false);
  expect(form.get('steps[0][recipients][1][email]')).toBe('ben@example.com');
  expect(form.get('steps[0][type]')).toBe('sign');
  expect(form.get('workspaceId')).toBe('3');
  expect(form.get('expiryDate')).toBe(String(NOW + 14 * 86_400));
});

it('formOf asks for the preference only where people may pass their task on', () => {
  const quiet = formOf(ready(), NOW, 3);
  // Reminders are said in any case.
  expect(quiet.get('preferences[0][name]')).toBe('WorkflowReminderPreference');
  expect(quiet.get('preferences[0][value]')).toBe('first=3;every=3;max=5;beforeExpiry=1');
  expect(quiet.has('preferences[1][name]')).toBe(false);
  const form = formOf(changeDraft(ready(), { do: 'reassign', mayReassign: true }), NOW, 3);
  expect(form.get('preferences[0][name]')).toBe('WorkflowRecipientReassignPreference');
  expect(form.get('preferences[0][value]')).toBe('1');
});
