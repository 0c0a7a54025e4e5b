import { describe, expect, test } from 'vitest';
import type { Envelope } from '../../sdk/src/shapes.ts';
import { good, violationsOf } from '../support/draft-client.ts';
import { multipart, type Part } from '../support/instance.ts';
import { firstWorkspace, openInstanceCase } from '../support/instance-case.ts';
import { buildPdf, textLines } from '../support/pdf-fixtures.ts';
import { lease } from '../support/quick-sender.ts';

// Interface.md §5.1: each further part `document` is a document of the workflow, in order.
const annex = buildPdf({ pages: [{ content: textLines(['Annex', 'yumisign_signature_2']) }] });
const rules = buildPdf({ pages: [{ content: textLines(['House rules']) }, { content: textLines(['2']) }] });
const QUICK = '/api/v1/quick/envelopes';
const ENVELOPES = '/api/v1/envelopes';

const { instance, sender } = await openInstanceCase();
await instance.deps.intake.warm();
const workflows = `${await firstWorkspace(sender)}/workflows`;

const file = (fileName: string, value: Uint8Array, name = 'document'): Part => ({ name, value, fileName });
const people: Part[] = ['ann', 'bob'].flatMap((name, index) => [
  { name: `steps[0][recipients][${index}][name]`, value: name },
  { name: `steps[0][recipients][${index}][email]`, value: `${name}@example.com` },
]);
const texts: Part[] = [
  { name: 'name', value: 'Lease' },
  { name: 'steps[0][type]', value: 'sign' },
  ...people,
];
const post = (url: string, parts: readonly Part[]) =>
  sender.call({ method: 'POST', url, ...multipart([...texts, ...parts]) });
const namesOf = ({ documents }: Envelope) =>
  documents.map(({ position, file: { name, size } }) => [position, name, size]);
const ALL = [file('lease.pdf', lease), file('annex.pdf', annex), file('rules.pdf', rules)];
const SIZES = [
  [0, 'lease.pdf', lease.length],
  [1, 'annex.pdf', annex.length],
  [2, 'rules.pdf', rules.length],
];

describe('several parts of a form', () => {
  test.each([QUICK, ENVELOPES, 'workflow'])('%s: are as many documents, in their order', async (family) => {
    const url = family === 'workflow' ? workflows : family;
    const made = good<Envelope>(await post(url, ALL));
    const path = family === 'workflow' ? `${workflows}/${made.id}` : `${ENVELOPES}/${made.id}`;
    const read = good<Envelope>(await sender.call({ method: 'GET', url: path }));
    // What has started has forms; what is a draft has not.
    const isStarted = family === QUICK;
    expect(namesOf(read)).toEqual(
      SIZES.map(([position, name, size]) => [position, name, isStarted ? expect.any(Number) : size]),
    );
    const { pathname } = new URL(read.documents[1]?.file.file ?? '');
    const second = await sender.call({ method: 'GET', url: `${pathname}?version=original` });
    expect(Buffer.from(second.rawPayload).equals(Buffer.from(annex))).toBe(true);
  });

  test('may be numbered', async () => {
    for (const name of ['document', 'documents']) {
      const parts = ALL.map((part, index) => ({ ...part, name: `${name}[${index}]` }));
      expect(namesOf(good<Envelope>(await post(ENVELOPES, parts)))).toEqual(SIZES);
    }
  });

  test('give each signer one place: an anchor in any of them, else a blank place in the first', async () => {
    const made = good<Envelope>(await post(ENVELOPES, ALL));
    const roleOf = (index: number) => made.recipients[index]?.roles[0]?.id;
    expect(made.fields.map(({ type, documentId, role }) => [type, documentId, role])).toEqual([
      ['signature', made.documents[0]?.id, roleOf(0)],
      ['signature', made.documents[1]?.id, roleOf(1)],
    ]);
  });

  test('are refused by the name of the one that is wrong, and nothing is made', async () => {
    const count = async () =>
      good<{ total: number }>(await sender.call({ method: 'GET', url: `${workflows}?limit=1` })).total;
    const before = await count();
    for (const url of [QUICK, ENVELOPES, workflows]) {
      const notes = file('notes.pdf', Buffer.from('Hello'));
      const answer = await post(url, [file('lease.pdf', lease), notes]);
      expect([answer.statusCode, violationsOf(answer)]).toEqual([400, ['document[1]']]);
      const broken = file('broken.pdf', Buffer.from(`%PDF-1.7\n${'x'.repeat(50)}`));
      const refused = await post(url, [...ALL, broken]);
      expect([refused.statusCode, violationsOf(refused)]).toEqual([422, ['document[3]']]);
    }
    const many = Array.from({ length: 21 }, (_each, index) => file(`${index}.pdf`, lease));
    expect((await post(ENVELOPES, many)).statusCode).toBe(400);
    expect(await count()).toBe(before);
  });
});
