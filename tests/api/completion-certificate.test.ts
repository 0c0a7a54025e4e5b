import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AnswerOf, Operations } from '@paraph/contract';
import { PREFERENCES } from '@paraph/domain';
import { validate } from '@paraph/pades';
import { describe, expect, test } from 'vitest';
import { DAY } from '../support/instance.ts';
import { expectStatus, folderForThisFile, forThisFile, openInstanceCase } from '../support/instance-case.ts';
import { openMailReceiver } from '../support/mail-receiver.ts';
import { readMails } from '../support/mails.ts';
import { buildPdf, textLines } from '../support/pdf-fixtures.ts';
import { codeOf } from '../support/quick-sender.ts';
import { followInvitation } from '../support/signer.ts';

const PEOPLE = [
  { name: 'Rex Reviewer', email: 'rex@example.com' },
  { name: 'Ann', email: 'ann@example.com' },
  { name: 'Bob Бобов', email: 'bob@example.com' },
] as const;
/** 50 KB: the text, and bytes that cannot be compressed in a comment. */
const document = buildPdf({
  pages: [
    {
      content: `${textLines(['Lease'])}\n% ${createHash('shake256', { outputLength: 24_900 }).digest('hex')}`,
    },
  ],
});

const annex = buildPdf({ pages: [{ content: textLines(['Annex']) }] });

let certificate: Buffer;

const folder = await folderForThisFile();
const receiver = await forThisFile(openMailReceiver());
const { instance, sender, signInAgain, create, workflowOf } = await openInstanceCase({
  env: { SMTP_URL: receiver.url },
});
const steps = PEOPLE.map((person, index) => ({
  type: index === 0 ? 'review' : 'sign',
  recipients: [person.email === 'bob@example.com' ? { ...person, email: 'bob@exmaple.com' } : person],
}));
const { path: base } = await workflowOf(await create({ document, steps, further: [['annex.pdf', annex]] }));
const get = (part: string) => sender.call({ method: 'GET', url: `${base}${part}` });
await correctAddress('Bob Бобов', 'bob@example.com');

const nameOf = ({ headers }: { headers: Record<string, unknown> }) =>
  /filename="([^"]*)"/.exec(String(headers['content-disposition']))?.[1];

/** As a recipient takes the documents home. */
async function downloadNames({ view, headers }: Awaited<ReturnType<typeof followInvitation>>) {
  const documents = (await view()).documents as AnswerOf<Operations['readSigning']>['documents'];
  const files = documents.map(({ downloadUrl: url }) => instance.inject({ url, headers }));
  const names = (await Promise.all(files)).map(nameOf);
  // The buttons say the same, and in words.
  expect(documents.map(({ downloadName }) => downloadName)).toEqual(names);
  for (const { contents, downloadName } of documents)
    expect(contents).toBe(/\((.+)\)\.pdf$/.exec(downloadName)?.[1] ?? 'as uploaded');
  return names;
}

async function senderNames() {
  const { documents } = (await get('')).json() as AnswerOf<Operations['readWorkflow']>;
  const files = documents.map(({ file }) => sender.call({ method: 'GET', url: new URL(file.file).pathname }));
  return (await Promise.all(files)).map(nameOf);
}

async function correctAddress(name: string, email: string): Promise<void> {
  const { recipients } = (await get('')).json() as AnswerOf<Operations['readWorkflow']>;
  const { id } = recipients.find((each) => each.name === name) ?? { id: 0 };
  const url = `${base}/recipients/${id}`;
  expectStatus(await sender.call({ method: 'PUT', url, payload: { email } }), 200);
}

/** Two have acted by then: what they did stays, and the last one acts after the day that was named first. */
async function letTheFormerDeadlinePass(): Promise<void> {
  const { expiryDate } = (await get('')).json() as AnswerOf<Operations['readWorkflow']>;
  const payload = { expiryDate: expiryDate + 30 * DAY };
  expectStatus(await sender.call({ method: 'PUT', url: base, payload }), 200);
  instance.advance(expiryDate - instance.nowSeconds() + 60);
  await instance.jobs['expire-workflows'](0);
  await signInAgain();
}

const tool = (name: string, ...args: string[]): string =>
  execFileSync(name, [...args, join(folder, 'certificate.pdf')], { encoding: 'utf8' });

test('there is none until everyone has acted, then it is made once and kept', async () => {
  await instance.runJobs();
  const early = await get('/certificate');
  expect([early.statusCode, codeOf(early)]).toEqual([409, 'WORKFLOW_STATUS_CONFLICT']);
  const names: (string | undefined)[] = [];
  for (const [index, { email }] of PEOPLE.entries()) {
    instance.advance(60);
    if (index === 2) await letTheFormerDeadlinePass();
    const person = await followInvitation(instance, email);
    // The last one through a proxy that the operator has not named.
    if (index === 2) Object.assign(person.headers, { 'x-forwarded-for': '203.0.113.7' });
    if (index !== 1) names.push(...(await downloadNames(person)).slice(0, index));
    if (index === 0) names.push(...(await senderNames()).slice(0, 1));
    const acted = index === 0 ? await person.approve('Fine') : await person.sign();
    expect(acted.statusCode, acted.body).toBe(200);
    await instance.runJobs();
  }
  expect(names).toEqual([
    'lease.pdf',
    'lease (with the signature of Ann).pdf',
    'annex (with the signature of Ann).pdf',
  ]);
  // The mail of the completion had it made; here by two requests at once.
  await instance.deps.database.deleteFrom('completion_certificates').execute();
  const [first, second] = await Promise.all([get('/certificate'), get('/certificate')]);
  expect(first.statusCode, first.body).toBe(200);
  expect(first.headers['content-type']).toBe('application/pdf');
  expect(first.headers['content-disposition']).toContain('Lease of the mill (certificate).pdf');
  certificate = first.rawPayload;
  expect(second.rawPayload.equals(certificate)).toBe(true);
  expect((await get('/certificate')).rawPayload.equals(certificate)).toBe(true);
  const picturesDir = process.env.PARAPH_PICTURES_DIR;
  if (picturesDir) writeFileSync(join(picturesDir, 'certificate.pdf'), certificate);
});

test('it is in the language of the sender’s account, with every sentence and from right to left', async () => {
  const put = (language: string | null) =>
    sender.call({ method: 'PUT', url: '/api/v1/account/profile', payload: { name: 'Sender', language } });
  const words = {
    fr: [
      'Certificat d’achèvement',
      'Rex Reviewer',
      'Ce qui n’est pas prouvé',
      'Qu’une personne a lu chaque page',
    ],
    ar: ['Rex Reviewer'],
  };
  const subjects = {
    fr: 'est signé par',
    ar: 'Lease',
  };
  for (const [language, sentences] of Object.entries(words)) {
    expect((await put(language)).statusCode).toBe(200);
    const [mail] = await readMails(instance, { kind: 'completed', to_email: 'sender@example.com' });
    expect(mail?.subject).toContain(subjects[language as keyof typeof subjects]);
    const status = await sender.call({ method: 'GET', url: '/api/v1/account/status' });
    expect(status.json()).toMatchObject({ language });
    await instance.deps.database.deleteFrom('completion_certificates').execute();
    const made = (await get('/certificate')).rawPayload;
    const picturesDir = process.env.PARAPH_PICTURES_DIR;
    if (picturesDir) writeFileSync(join(picturesDir, `certificate-${language}.pdf`), made);
    const flat = textOf(made);
    for (const sentence of sentences) expect(flat, language).toContain(sentence);
    for (const english of [
      'Certificate of completion',
      'What is not proven',
      'weakest link',
      'That a person',
    ])
      expect(flat, language).not.toContain(english);
    expect(made.toString('latin1')).toMatch(new RegExp(`/Lang ?\\(${language}\\)`));
  }
  expect((await put('xx')).statusCode).toBe(400);
  expect((await put(null)).statusCode).toBe(200);
});

const textOf = (bytes: Uint8Array): string => {
  writeFileSync(join(folder, 'read.pdf'), bytes);
  const text = execFileSync('pdftotext', ['-layout', join(folder, 'read.pdf'), '-'], { encoding: 'utf8' });
  return text.replaceAll(/\s+/g, ' ');
};
const mailsWith = (subject: string) => receiver.messages.filter(({ mail }) => mail.subject === subject);
/** Whatever says where a person was, how they are reached, and when they looked. */
const TRACES = /127\.0\.0\.1|@example\.com|Europe\/Paris|Opened the link|Agreed to sign|Mail accepted/;

test('all get it with the mail of the completion; that of recipients has no traces of the others', () => {
  const completed = mailsWith('Lease of the mill is signed by everyone');
  expect(completed).toHaveLength(PEOPLE.length + 1);
  for (const { to, mail } of completed) {
    const files = new Map(
      mail.attachments.map(({ filename, content }) => [filename, Buffer.from(content as ArrayBuffer)]),
    );
    const certificateName = 'Lease of the mill (certificate).pdf';
    expect([...files.keys()]).toEqual(['lease (sealed).pdf', 'annex (sealed).pdf', certificateName]);
    expect(mail.text).toContain('The certificate of completion is attached');
    const made = files.get(certificateName) ?? Buffer.alloc(0);
    const text = textOf(made);
    for (const { name } of PEOPLE) expect(text).toContain(name);
    const isForSender = to[0] === 'sender@example.com';
    expect(made.includes('/EmbeddedFiles')).toBe(isForSender);
    // Of addresses, recipients get that of the sender, to whom they write, and no other.
    if (isForSender) expect(text).toMatch(TRACES);
    else expect(text.replace('sender@example.com', '')).not.toMatch(TRACES);
  }
});

test('a signer takes home each document and the certificate from their page', async () => {
  const ann = await followInvitation(instance, 'ann@example.com');
  const view = (await ann.call('GET')).json() as AnswerOf<Operations['readSigning']>;
  expect(await downloadNames(ann)).toEqual(['lease (sealed).pdf', 'annex (sealed).pdf']);
  const take = (url: string, headers = ann.headers) => instance.inject({ method: 'GET', url, headers });
  const url = view.certificateUrl ?? '';
  const mine = await take(url);
  expect([mine.statusCode, nameOf(mine)]).toEqual([200, 'Lease of the mill (certificate).pdf']);
  const { verdict } = validate(mine.rawPayload, { anchors: [instance.deps.authority.root.certificate] });
  expect(verdict).toEqual({ state: 'as-signed', reason: 'intact' });
  // The same for all recipients of a language, and by the cookie of the link alone.
  expect((await take(url)).rawPayload.equals(mine.rawPayload)).toBe(true);
  expect(textOf((await take(url.replace('=en', '=de'))).rawPayload)).toContain('Abschlusszertifikat');
  expect((await take(url, { ...ann.headers, cookie: '' })).statusCode).toBe(404);
});

test('a document of 50 KB that one person signed has at most 83 KB once it is sealed', async () => {
  expect(document.length).toBeGreaterThan(50_000);
  const detail = (await get('')).json() as AnswerOf<Operations['readWorkflow']>;
  const file = await sender.call({
    method: 'GET',
    url: new URL(detail.documents[0]?.file.file ?? '').pathname,
  });
  expect(file.rawPayload.subarray(0, document.length).equals(document)).toBe(true);
  const { record } = (await get('/evidence')).json() as AnswerOf<Operations['readEvidence']>;
  const sizes = record.documents[0]?.revisions.map(({ size }) => size) ?? [];
  expect(sizes).toHaveLength(3);
  const [form = 0, first = 0, second = 0] = sizes;
  // Drawn picture, texts, certificates, the log's proof and timestamp. A name in another script needs glyphs of its own.
  expect(first - form).toBeLessThanOrEqual(11_900);
  expect(second - first).toBeLessThanOrEqual(13_500);
  const byOne = file.rawPayload.length - (second - first);
  expect(byOne).toBeLessThanOrEqual(83_000);
});

test('it is sealed by the organization, tagged, archivable, and carries the record', async () => {
  writeFileSync(join(folder, 'certificate.pdf'), certificate);
  expect(certificate.toString('latin1')).toMatch(
    /<dc:title><rdf:Alt><rdf:li xml:lang="x-default">Certificate of completion: Lease of the mill</,
  );
  const { root } = instance.deps.authority;
  const { verdict, signatures } = validate(certificate, { anchors: [root.certificate] });
  expect(verdict).toEqual({ state: 'as-signed', reason: 'intact' });
  expect(signatures).toMatchObject([
    { level: 'B-LTA', reason: 'Certificate of completion', indication: { main: 'TOTAL-PASSED' } },
  ]);
  expect(tool('qpdf', '--check')).toContain('No syntax or stream encoding errors found');
  const info = tool('pdfinfo');
  expect(info).toMatch(/Tagged: +yes/);
  const fonts = tool('pdffonts').trim().split('\n').slice(2);
  for (const font of fonts) expect(font).toMatch(/ yes +yes +yes +\d+ +0$/);
  const tags = tool('pdfinfo', '-struct');
  for (const role of ['H1', 'H2', 'H3', 'L', 'LI', 'LBody', 'Table', 'TR', 'TH', 'TD', 'Figure', 'Form'])
    expect(tags).toMatch(new RegExp(`^ *${role}\\b`, 'm'));
  const attached = JSON.parse(tool('qpdf', '--show-attachment=evidence.json')) as AnswerOf<
    Operations['readEvidence']
  >;
  const evidence = (await get('/evidence')).json() as AnswerOf<Operations['readEvidence']>;
  // The log has grown since, so that the same leaf leads to a later checkpoint.
  const withoutPath = ({ record }: typeof evidence) =>
    record.documents.map(({ sealed, ...document }) => {
      const { index, entry } = sealed?.log ?? {};
      return { ...document, sealed: { ...sealed, log: { index, entry } } };
    });
  expect(withoutPath(attached)).toEqual(withoutPath(evidence));
  expect(attached.record.signers).toEqual(evidence.record.signers);
  expect(attached.seal.token).toMatch(/^[\w+/=]+$/);
});

test('it says who was asked, identified how, did what when, the hashes, and what is not proven', async () => {
  const plain = textOf(certificate);
  const { record } = (await get('/evidence')).json() as AnswerOf<Operations['readEvidence']>;
  const [paper] = record.documents;
  const codes = paper?.sealed?.signatures.map(({ code }) => code) ?? [];
  expect(codes).toHaveLength(2);
  expect(record.signers.map(({ act }) => act?.isUnnamedProxy)).toEqual([false, false, true]);
  for (const said of [
    'Lease of the mill',
    record.workflow.envelopeId,
    paper?.original.sha256 ?? '-',
    paper?.sealed?.sha256 ?? '-',
    ...PEOPLE.flatMap(({ name, email }) => [name, email]),
    ...codes,
    'Control of the mailbox',
    'Europe/Paris',
    '127.0.0.1',
    '127.0.0.1, which is that of a proxy, not named',
    'Addresses beyond the word of the proxy',
    'What is not proven',
    ...record.notProven.map((sentence) => sentence.slice(0, 40)),
    'Address of Bob Бобов corrected from',
    'bob@exmaple.com to bob@example.com',
    'the page did not report when it was opened',
    'Edited the deadline',
  ])
    expect(plain).toContain(said);
  // Each time stands in one zone, which the head of the table and UTC behind each moment name.
  expect(plain).toMatch(/Signed \d+ \w+ \d{4}, [\d:]{8} UTC Level/);
  expect(plain.match(/Completed /g)).toHaveLength(2);
  expect(plain).not.toMatch(/Point \d+|[Nn]ot recorded|Handed over|UTC \(\d+ /);
});

test('it goes with the workflow', async () => {
  const files = () => instance.deps.database.selectFrom('files').select('id').execute();
  const [url = '', id = ''] = base.split(/(?<=workflows)\//);
  const payload = { workflows: [{ id: Number(id) }] };
  expectStatus(await sender.call({ method: 'DELETE', url, payload }), 200);
  expect((await get('/certificate')).statusCode).toBe(404);
  const rows = await instance.deps.database.selectFrom('completion_certificates').selectAll().execute();
  // The four whose rows these tests deleted are no longer named.
  expect([rows, (await files()).length]).toEqual([[], 4]);
});

describe('a workflow that ends otherwise', () => {
  const people = [
    { name: 'Cem', email: 'cem@example.com' },
    { name: 'Dan', email: 'dan@example.com' },
  ];
  const send = async (name: string, preferences: Record<string, string> = {}): Promise<string> => {
    const id = await create({ name, document, steps: [{ type: 'sign', recipients: people }], preferences });
    await instance.runJobs();
    return (await workflowOf(id)).path;
  };
  const CAUSE = 'Another lease follows.';
  const endings = {
    Declined: async () => {
      const dan = await followInvitation(instance, 'dan@example.com');
      expect((await dan.call('POST', '/decline', { reason: 'The rent is too high.' })).statusCode).toBe(200);
    },
    Canceled: async (url: string) => {
      expect(
        (await sender.call({ method: 'PUT', url: `${url}/cancel`, payload: { reason: CAUSE } })).statusCode,
      ).toBe(200);
    },
    Expired: async () => {
      instance.advance(7 * DAY + 1);
      await instance.jobs['expire-workflows'](0);
      await signInAgain();
    },
  };
  const viewOf = async (person: Awaited<ReturnType<typeof followInvitation>>) =>
    (await person.call('GET')).json() as AnswerOf<Operations['readSigning']>;

  test.each([
    ['Declined', 'Dan declined Declined', 'Declined by Dan, '],
    ['Canceled', 'Sender canceled Canceled', 'Canceled by the sender, '],
    ['Expired', 'The deadline of Expired has passed', 'The deadline passed, '],
  ] as const)('%s: gives a certificate of how, and no document', async (name, subject, sentence) => {
    const url = await send(name);
    const cem = await followInvitation(instance, 'cem@example.com');
    await cem.sign();
    await instance.runJobs();
    const before = await viewOf(cem);
    expect([before.state, before.certificateUrl]).toEqual(['done', null]);
    expectStatus(await cem.call('GET', '/completion-certificate'), 404);
    await endings[name](url);
    await instance.runJobs();
    const back = await followInvitation(instance, 'cem@example.com');
    const after = await viewOf(back);
    expect([after.state, after.documents]).toEqual([name.toLowerCase(), []]);
    const take = (path: string | null | undefined) =>
      instance.inject({ method: 'GET', url: path ?? '', headers: back.headers });
    expect((await take(before.documents[0]?.downloadUrl)).statusCode).toBe(404);
    const text = textOf((await take(after.certificateUrl)).rawPayload);
    for (const said of ['Certificate of how it ended', sentence, 'As it stood at the end'])
      expect(text).toContain(said);
    expect(text.replace('sender@example.com', '')).not.toMatch(TRACES);
    const { rawPayload } = await sender.call({ method: 'GET', url: `${url}/certificate` });
    const whole = textOf(rawPayload);
    expect(whole).toMatch(TRACES);
    const isCanceled = name === 'Canceled';
    for (const edition of [text, whole])
      expect([edition.includes('Reason given'), edition.includes(CAUSE)]).toEqual([
        name !== 'Expired',
        isCanceled,
      ]);
    const mails = mailsWith(subject);
    expect(mails.length).toBe(isCanceled ? 2 : 3);
    for (const { to, mail, links } of mails) {
      expect(mail.attachments.map(({ filename }) => filename)).toEqual([`${name} (certificate).pdf`]);
      expect(/Sender gave this reason:\s+> (.*)/.exec(mail.text ?? '')?.[1]).toBe(
        isCanceled ? CAUSE : undefined,
      );
      const signing = links.filter((link) => link.includes('/sign/'));
      expect(signing.length).toBe(to[0] === 'sender@example.com' ? 0 : 1);
    }
  });

  test('mails none where the sender chose that mails carry nothing', async () => {
    const url = await send('Bare', { [PREFERENCES.attachDocument]: '0' });
    await endings.Canceled(url);
    await instance.runJobs();
    const mails = mailsWith('Sender canceled Bare');
    expect(mails.map(({ mail }) => mail.attachments)).toEqual([[], []]);
    expect(mails.map(({ mail }) => mail.text?.includes('certificate'))).toEqual([false, false]);
  });
});
