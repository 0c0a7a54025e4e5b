import { askedWitness, LIMITS, MAIL_KINDS, type MailKind, PREFERENCES } from '@paraph/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { WorkflowFacts } from '../workflows/reading/find-workflow-facts.ts';
import type { StoredMail } from './mail-store.ts';
import { renderHtml, renderText } from './render-mail.ts';
import { textsIn } from './texts/mail-texts.ts';
import {
  writeAccessMail,
  writeAccountMail,
  writeInvitationMail,
  writeMailboxCode,
} from './write-account-mail.ts';
import { writeWorkflowMail } from './write-mail.ts';

const en = textsIn('en');
const BASE_URL = 'https://sign.example.com';
const SIGNING_URL = `${BASE_URL}/sign/token`;
const CHECK_URLS = ['/verify', '/docs/verify', '/authority/ca.cer'].map((path) => BASE_URL + path);
const OWN_URLS = [SIGNING_URL, ...CHECK_URLS];
const now = new Date('2026-11-20T12:00:00Z');

const SEALED = ['Lease (sealed).pdf', 'Annex (sealed).pdf'];

interface Words {
  name?: string;
  sender?: string;
  organization?: string;
  recipient?: string;
  message?: string | null;
  comment?: string | null;
  cause?: string;
}

function factsWith(words: Words = {}, sizes = { original: 1_000, sealed: 2_000 }): WorkflowFacts {
  const { name = 'Lease', sender = 'Ada', organization = 'Engines', recipient = 'Bob' } = words;
  const base = { workflow_id: 1, created_at: now };
  const file = (id: number, size: number) => ({ id, blobKey: `blob-${id}`, size, sha256: Buffer.alloc(32) });
  const style = { type: 'sign', color: '#1D4ED8' } as const;
  const unasked = { asked_at: null, reminded_at: null, reminder_due_at: null, reminders_sent: 0 };
  const always = {
    choice_group: null,
    choice_required: null,
    choice_slot: null,
    witness_of: null,
    witness_asked: false,
  };
  const waiting = { ...always, role_id: 1, recipient_id: 1, acted_at: null, ...unasked, transaction: null };
  return {
    workflow: {
      id: 1,
      envelope_id: `20261120${'0'.repeat(32)}`,
      organization_id: 1,
      workspace_id: 2,
      creator_id: 1,
      name,
      type: 'simple',
      status: 'started',
      old_status: null,
      created_at: now,
      expires_at: new Date('2026-11-27T12:00:00Z'),
      started_at: now,
      scheduled_start_at: null,
      ended_at: null,
      sender_name: sender,
      sender_message: words.message ?? null,
      source_type: 'api',
      source_value: null,
      metadata: {},
      preferences: {},
      title: name,
      sent_by_key: null,
      blocked_cause: words.cause ?? null,
      cancel_reason: null,
      filed_at: null,
      changed_at: null,
    },
    documents: [
      {
        ...base,
        id: 1,
        position: 0,
        name,
        pages: [],
        original_file_id: 1,
        source_file_id: null,
        source: null,
        thumb_file_id: null,
        sealed_file_id: 2,
        storage_key: '0'.repeat(32),
        contents: { anchors: [], formFields: [], form: { fields: [], total: 0, isSigned: false } },
      },
    ],
    recipients: [
      {
        ...base,
        id: 1,
        position: 0,
        name: recipient,
        email: 'bob@example.com',
        email_key: 'bob@example.com',
        anchor_tag: null,
        phone: null,
        language: null,
        identification: null,
        identification_chosen: false,
        time_zone: null,
        mail_problem: null,
      },
    ],
    roles: [{ ...base, ...style, id: 1, recipient_id: 1 }],
    steps: [
      { ...base, id: 1, step_order: 1, type: 'sign', status: 'started', expires_at: null },
      { ...base, id: 2, step_order: 2, type: 'review', status: 'not_started', expires_at: null },
    ],
    actions: [
      {
        ...{ ...base, ...waiting, id: 1, step_id: 1, type: 'sign' },
        status: words.comment == null ? 'started' : 'declined',
        comment: words.comment ?? null,
      },
      { ...base, ...waiting, id: 2, step_id: 2, type: 'review', status: 'not_started', comment: null },
    ],
    fields: [],
    creator: { id: 1, name: sender, email: 'ada@example.com', language: null },
    title: name,
    organization: { id: 1, name: organization, brand: null, linkHost: null },
    hasTrustProvider: false,
    files: [
      {
        documentId: 1,
        original: file(1, sizes.original),
        sealed: file(2, sizes.sealed),
        current: file(1, sizes.original),
        revisions: [],
      },
    ],
    followers: [],
    annexes: [],
  };
}

function mailOf(
  kind: MailKind,
  to: 'recipient' | 'sender',
  detail: Record<string, unknown> = {},
): StoredMail {
  return {
    id: 1,
    workflow_id: 1,
    event_id: 1,
    recipient_id: to === 'recipient' ? 1 : null,
    follower_id: null,
    kind,
    to_email: to === 'recipient' ? 'bob@example.com' : 'ada@example.com',
    to_name: null,
    detail: { actionId: 1, ...detail },
    state: 'queued',
    attempts: 0,
    last_error: null,
    smtp_reply: null,
    created_at: now,
    sent_at: null,
    next_attempt_at: now,
    turn_at: null,
  };
}

function write(mail: StoredMail, facts: WorkflowFacts) {
  const signingUrl = mail.recipient_id === null ? null : SIGNING_URL;
  const codes = [{ name: facts.recipients[0]?.name ?? '', code: 'K7QF-2M9X' }];
  return writeWorkflowMail({ mail, facts, signingUrl, baseUrl: BASE_URL, codes }, en);
}

describe('an invitation', () => {
  it('has a wording for each kind of action, at once or after others', () => {
    const facts = factsWith();
    expect(write(mailOf('invitation', 'recipient'), facts)).toMatchObject({
      subject: 'Ada asks you to sign Lease',
      heading: 'Ada asks you to sign',
    });
    expect(write(mailOf('invitation', 'recipient', { actionId: 2 }), facts)).toMatchObject({
      subject: 'Ada asks you to review Lease',
      heading: 'It is your turn to review',
    });
  });

  it('calls a witness without a name as its language does', () => {
    const facts = factsWith();
    const unnamed = facts.recipients.map((each) => ({ ...each, id: 2, ...askedWitness(each) }));
    const about = { mail: mailOf('invitation', 'recipient'), signingUrl: SIGNING_URL, baseUrl: BASE_URL };
    const read = { ...about, facts: { ...facts, recipients: [...facts.recipients, ...unnamed] } };
    const { facts: said } = writeWorkflowMail(read, textsIn('de'));
    expect(said.map(({ value }) => value)).toContain('Zeuge von Bob');
  });

  it('says whether an account is needed, by the level, and asks reviewers for none', () => {
    const facts = factsWith();
    const linesOf = (kind: MailKind, actionId = 1) =>
      write(mailOf(kind, 'recipient', { actionId }), facts).lines.join(' ');
    expect(linesOf('invitation')).toContain('You need no account: the button opens');
    facts.workflow.type = 'advanced';
    expect(linesOf('invitation')).toContain('you show who you are');
    facts.workflow.type = 'qualified';
    for (const kind of ['invitation', 'reminder'] as const) {
      expect(linesOf(kind)).toContain('you need an account there, and none here');
      expect(linesOf(kind, 2)).not.toContain('provider');
    }
  });

  it('carries the document up to the limit, and a link beyond', () => {
    const limit = LIMITS.mailAttachmentBytesMax;
    const within = write(mailOf('invitation', 'recipient'), factsWith({}, { original: limit, sealed: 1 }));
    expect(within.files).toMatchObject([{ name: 'Lease.pdf', file: { size: limit, blobKey: 'blob-1' } }]);
    const beyond = write(
      mailOf('invitation', 'recipient'),
      factsWith({}, { original: limit + 1, sealed: 1 }),
    );
    expect(beyond.files).toEqual([]);
    expect(beyond.notes[0]).toContain('10.5 MB');
    expect(beyond.button?.url).toBe(SIGNING_URL);
  });

  it('says what it carries, of one document and of several', () => {
    const several = ({ documents, files, ...facts }: WorkflowFacts): WorkflowFacts => ({
      ...facts,
      documents: documents.flatMap((each) => [each, { ...each, id: 2, name: 'Annex' }]),
      files: files.flatMap((each) => [each, { ...each, documentId: 2 }]),
    });
    const [one, two] = [factsWith(), several(factsWith())];
    for (const [kind, facts, note, label, names] of [
      ['invitation', one, 'document is attached: as uploaded', 'Open and sign', ['Lease.pdf']],
      ['invitation', two, 'documents are attached: as uploaded', 'Open and sign', ['Lease.pdf', 'Annex.pdf']],
      ['completed', one, 'document is attached: sealed', 'Open the sealed document', SEALED.slice(0, 1)],
      ['completed', two, 'documents are attached: sealed', 'Open the sealed documents', SEALED],
    ] as const) {
      const { notes, button, files } = write(mailOf(kind, 'recipient'), facts);
      const attached = files.map(({ name }) => name);
      expect([notes[0], button?.label, attached]).toEqual([`The ${note}.`, label, names]);
    }
  });

  it('carries nothing where the preference says so', () => {
    const facts = factsWith();
    facts.workflow.preferences = { [PREFERENCES.attachDocument]: '0' };
    expect(write(mailOf('invitation', 'recipient'), facts).files).toEqual([]);
    expect(write(mailOf('completed', 'recipient'), facts).files).toEqual([]);
  });
});

/** Written without a workflow. */
const WITHOUT_WORKFLOW = new Set<MailKind>([
  'password_reset',
  'password_changed',
  'access_ended',
  'address_change',
  'address_notice',
  'daily_summary',
  'member_invited',
  'log_warning',
  'export_ready',
  'seal_warning',
  'second_factor',
  'mailbox_code',
]);

describe('the mail that tells of the end', () => {
  it('says how to check the file, what a reader shows that does not know the root, and how to trust it', () => {
    for (const to of ['recipient', 'sender'] as const) {
      const content = write(mailOf('completed', to), factsWith());
      expect(content.links?.map(({ url }) => url)).toEqual(CHECK_URLS);
      expect(content.facts.at(-1)?.value).toBe('Bob K7QF-2M9X');
      const words = content.lines.join(' ');
      expect(words).not.toMatch(/any PDF reader/i);
      expect(words).toMatch(/unknown or not trusted .* root certificate of sign\.example\.com/);
      for (const shown of [renderText(content), renderHtml(content)]) {
        for (const text of [...CHECK_URLS, 'K7QF-2M9X']) expect(shown).toContain(text);
      }
    }
  });

  it('names the providers as issuers where they are, and not where people only reviewed', () => {
    const facts = factsWith();
    facts.workflow.type = 'qualified';
    const words = () => write(mailOf('completed', 'recipient'), facts).lines.join(' ');
    expect(words()).toContain('Their issuers are the trust service providers of the signers');
    for (const action of facts.actions) action.type = 'review';
    expect(words()).toContain('root certificate of sign.example.com');
  });

  it('is the only one with links beside its button', () => {
    for (const kind of MAIL_KINDS.filter((each) => !WITHOUT_WORKFLOW.has(each) && each !== 'completed')) {
      const content = write(mailOf(kind, 'recipient', { to: 'x', cause: 'x' }), factsWith());
      expect(content.links).toEqual([]);
    }
  });
});

const kinds = MAIL_KINDS.filter((kind) => !WITHOUT_WORKFLOW.has(kind));

it('every mail can be written to a recipient and to the sender, each with only their own link', () => {
  for (const kind of kinds) {
    const detail = { to: 'bob@example.com', cause: 'It broke.' };
    const facts = factsWith({ comment: 'No.' });
    const toRecipient = write(mailOf(kind, 'recipient', detail), facts);
    const toSender = write(mailOf(kind, 'sender', detail), facts);
    expect(toRecipient.button?.url ?? SIGNING_URL).toBe(SIGNING_URL);
    expect(toSender.button?.url ?? `${BASE_URL}/documents/2/1`).toBe(`${BASE_URL}/documents/2/1`);
    for (const content of [toRecipient, toSender]) {
      expect(renderText(content)).not.toMatch(/[{}]|undefined|null/);
      expect(renderHtml(content)).not.toMatch(/undefined|>null|<p[^>]*word-break:break-all/);
      expect(renderHtml(content)).toMatch(/<div role="main">\n<table.*<\/table>\n<\/div>\n<\/body>/s);
    }
  }
});

it('every mail says the same in text and in HTML', () => {
  const content = write(mailOf('invitation', 'recipient'), factsWith({ message: 'One\nTwo' }));
  const html = renderHtml(content);
  for (const words of [content.heading, ...content.lines, ...content.notes, ...content.footer]) {
    expect(html).toContain(words);
    expect(renderText(content)).toContain(words);
  }
  expect(html).toContain('One<br>Two');
  expect(renderText(content)).toContain('> One\n> Two');
});

it('every mail keeps the words of others from becoming markup, headers or links, whatever they are', () => {
  const nasty = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({
      unit: fc.constantFrom('<', '>', '"', "'", '&', '\r', '\n', '.', '/', ':', 'a', 'com', '{to}', '='),
    }),
    fc.constantFrom('<a href="https://evil.example">', 'https://evil.example', '"><img src=x onerror=y>'),
  );
  const fields = { name: nasty, sender: nasty, organization: nasty, recipient: nasty, cause: nasty };
  const wordsOf = fc.record({ ...fields, message: nasty, comment: nasty });
  fc.assert(
    fc.property(fc.constantFrom(...kinds), wordsOf, (kind, words) => {
      const content = write(
        mailOf(kind, 'recipient', { to: words.name, cause: words.cause }),
        factsWith(words),
      );
      const html = renderHtml(content);
      const tags = new Set(
        [...html.matchAll(/<\/?([a-z!][a-z0-9]*)/gi)].map(([, tag]) => tag?.toLowerCase()),
      );
      for (const tag of tags) expect(OURS).toContain(tag);
      const links = [...html.matchAll(/(?:href|src)\s*=\s*"([^"]*)"/g)].map(([, url]) => url);
      expect(links.every((url) => OWN_URLS.includes(url ?? ''))).toBe(true);
      expect(content.subject).not.toMatch(/[\p{Cc}]/u);
      const clickable = OWN_URLS.reduce((text, url) => text.replaceAll(url, ''), renderText(content));
      expect(clickable).not.toMatch(/:\/\//);
    }),
  );
});

describe('the mail for a new password', () => {
  it('carries its link, and nothing to quote or attach', () => {
    const url = `${BASE_URL}/password-reset/token`;
    const content = writeAccountMail({ wording: 'password_reset', url, baseUrl: BASE_URL }, en);
    expect(content).toMatchObject({ button: { url }, quote: null, files: [] });
    expect(renderText(content)).toContain(url);
  });

  it('names what may act for a user after a reset, and what was ended; no name becomes a link', () => {
    const detail = { ended: ['Loom'], apps: ['evil.example.org', 'App\u202e'], apiKeys: [] };
    const ended = renderText(
      writeAccessMail({ mail: mailOf('access_ended', 'sender', detail), baseUrl: BASE_URL }, en),
    );
    expect(ended).toContain('Ended: Loom\nApps: ');
    expect(ended).not.toMatch(/evil\.example\.org|\u202e|API keys|[{}]|undefined|null/);
    const mail = mailOf('password_changed', 'sender', { ended: [], apps: [], apiKeys: [] });
    const changed = renderText(writeAccessMail({ mail, baseUrl: BASE_URL }, en));
    expect(changed).toContain('Nothing else can act in your name.');
    expect(changed).toContain(`${BASE_URL}/password-reset`);
  });

  it('can invite a member; the names of inviter and organization become no link', () => {
    const detail = { inviter: 'Ada', organization: 'evil.example.org' };
    const url = `${BASE_URL}/join/token`;
    const mail = { ...mailOf('member_invited', 'sender', detail), to_email: 'bob@example.com' };
    const content = writeInvitationMail({ mail, url, baseUrl: BASE_URL }, en);
    expect(content.button?.url).toBe(url);
    expect(content.heading).toBe('Ada invites you');
    expect(renderText(content)).toContain('bob@example.com');
    expect(renderText(content)).not.toMatch(/[{}]|undefined|null|evil\.example\.org/);
  });

  it('can prove a mailbox; the names of form and organization become neither link nor markup', () => {
    const about = { code: '042917', name: 'evil.example.org', organization: '<b>Engines</b>' };
    const content = writeMailboxCode({ ...about, baseUrl: BASE_URL, path: '/form/token' }, en);
    expect(content.subject).toContain('042917');
    expect(renderText(content)).toContain('042917');
    expect(renderText(content)).not.toMatch(/[{}]|undefined|null|evil\.example\.org/);
    expect(renderHtml(content)).not.toContain('<b>');
  });
});

const OURS = '!doctype html head meta title style body div table tr td span h1 p blockquote br a'.split(' ');
