import type { FaultyFile } from './mutation.ts';

const sending = ['tests/api/sending.test.ts'];
const contacts = ['tests/api/contacts.test.ts'];

/** What is entered before a document is sent, and who it is sent to. */
export const sendingFaults: readonly FaultyFile[] = [
  {
    file: 'domain/src/recipient.ts',
    tests: ['domain/src/people.test.ts'],
    faults: {
      'people-have-one-colour': ['RECIPIENT_COLORS[index % RECIPIENT_COLORS.length]', 'RECIPIENT_COLORS[0]'],
    },
  },
  {
    file: 'server/src/mail/render-mail.ts',
    tests: ['server/src/mail/write-mail.test.ts'],
    faults: {
      'mail-has-no-landmark': ['<div role="main">', '<div>'],
    },
  },
  {
    file: 'server/src/sending/unfinished-document.ts',
    tests: sending,
    faults: {
      'unfinished-document-overwritten-unseen': [
        'if (stored.version === version) return;',
        'if (version >= 0) return;',
      ],
      'unfinished-files-without-a-limit': ['rows.length >= FILES_MAX ||', 'rows.length < 0 ||'],
      'unfinished-file-left-behind': ['except: files });', 'except: [...known] });'],
      'unfinished-document-of-viewers': ["'create_workflow'", "'view_created_workflow'"],
    },
  },
  {
    file: 'server/src/sending/unfinished-store.ts',
    tests: sending,
    faults: {
      'unfinished-file-of-another-account': [
        'from unfinished_files where user_id = ${userId} order',
        'from unfinished_files order',
      ],
    },
  },
  {
    file: 'server/src/sending/message-templates.ts',
    tests: sending,
    faults: {
      'message-templates-read-by-viewers': ["'create_workflow'", "'view_created_workflow'"],
      'message-template-named-twice': [
        'if (!(await isNameTaken(reads, about))) return;',
        'if (about.nameKey) return;',
      ],
    },
  },
  {
    file: 'server/src/sending/field-blocks.ts',
    tests: sending,
    faults: {
      'blocks-read-by-viewers': ["'create_workflow'", "'view_created_workflow'"],
      'block-named-twice': [
        'if (!(await isBlockNameTaken(reads, about))) return;',
        'if (about.nameKey) return;',
      ],
    },
  },
  {
    file: 'server/src/retention/erase-untouched-input.ts',
    tests: sending,
    faults: {
      'held-input-is-erased': ['if (findHold(holds,', 'if (!findHold(holds,'],
      'touched-input-is-erased': ['|| dueAt > now', ''],
    },
  },
  {
    file: 'server/src/contacts/contact-store.ts',
    tests: contacts,
    faults: {
      'contact-of-another-workspace-found': [
        'sql<SqlBool>`workspace_id = ${workspaceId}`',
        'sql<SqlBool>`true`',
      ],
      'contact-that-was-there-counts-as-new': ['former.id = contacts.id)', 'former.id = -contacts.id)'],
      'contacts-learned-though-switched-off': ['and not learning\n      ) and', 'and learning\n      ) and'],
      'entered-contact-renamed-by-a-workflow': [
        "name = case contacts.source when 'learned' then",
        "name = case when contacts.source <> '' then",
      ],
      'entered-contacts-make-room': [
        "and source = 'learned'\n      order by",
        "and source <> ''\n      order by",
      ],
    },
  },
  {
    file: 'server/src/contacts/manage-contacts.ts',
    tests: contacts,
    faults: {
      'contacts-read-by-viewers': ["'create_workflow'", "'view_created_workflow'"],
      'list-imported-in-spite-of-problems': [
        'readContactList(people, violations);\n  if (Object.keys(violations).length > 0)',
        'readContactList(people, violations);\n  if (people.length === 0)',
      ],
      'contacts-without-a-limit': ['<= LIMITS.contactsMax) return', '>= 0) return'],
    },
  },
  {
    file: 'web/src/api/device-marks.ts',
    tests: ['tests/e2e/signature-look.test.ts'],
    faults: {
      'device-has-one-row-for-all': ['encode(emailKey(email))', 'encode(emailKey(email).slice(0, 0))'],
      'device-of-others-keeps-what-it-has': ['      store.clear();\n', ''],
      'sign-out-forgets-that-others-use-the-device': ['    if (isShared) await', '    if (!isShared) await'],
    },
  },
  {
    file: 'web/src/api/account-api.ts',
    tests: ['web/src/api/account-api.test.ts'],
    faults: { 'silent-storage-keeps-an-account-signed-in': [', late]);', ']);'] },
  },
  {
    file: 'web/src/signing/device-section.tsx',
    tests: ['tests/e2e/signature-look.test.ts'],
    faults: {
      'device-keeps-at-the-first-press': [
        "{ text: 'refuse', answer: 'refused' }",
        "{ text: 'refuse', answer: merged }",
      ],
    },
  },
  {
    file: 'web/src/signing/pdf-files.ts',
    tests: ['tests/e2e/signing.test.ts'],
    faults: {
      'declined-document-is-asked-for': ['if (shared.users === 0) throw', 'if (shared.users < 0) throw'],
    },
  },
  {
    file: 'server/src/signing/answers/kept-signature.ts',
    tests: ['tests/api/kept-signature.test.ts'],
    faults: {
      'guest-has-an-account': ['hasAccount: false }', 'hasAccount: true }'],
      'kept-signature-taken-for-another-address': [
        '=== caller.userId ? caller.userId : null',
        '=== null ? null : caller.userId',
      ],
      'kept-signature-without-its-age-in-the-evidence': ['kept_at: keptAt }', 'kept_at: null }'],
    },
  },
  {
    file: 'web/src/text/violation-state.ts',
    tests: ['web/src/text/violation-state.test.ts'],
    faults: {
      'violation-said-by-a-shorter-one': ['.sort(([, one], [, other]) => other.length - one.length)', ''],
      'violation-with-an-english-reason': ['(find(text) ?? text)', 'text'],
      'violation-with-seconds-for-a-moment': ['return moment(Number(text))', 'return text'],
      'english-violation-turned-around': ['?? isolated(sentence, language)', '?? sentence'],
    },
  },
  {
    file: 'web/src/dashboard/chosen-files.ts',
    tests: ['web/src/dashboard/send-state.test.ts'],
    faults: {
      'file-without-a-converter-is-taken': [
        'if (format && !converted.some(',
        'if (!format && !converted.some(',
      ],
      'chooser-offers-what-is-not-converted': ['...converted.map((format) => `.${format}`)', "'.docx'"],
    },
  },
  {
    file: 'web/src/dashboard/former-people-state.ts',
    tests: ['web/src/dashboard/former-people-state.test.ts'],
    faults: { 'former-people-without-their-level': ['type: workflow.type', "type: 'simple'"] },
  },
  {
    file: 'server/src/workspaces/initialize-app.ts',
    tests: ['tests/api/converter.test.ts'],
    faults: { 'converter-is-not-named': ['[...(deps.converter?.formats ?? [])]', '[]'] },
  },
  {
    file: 'server/src/evidence/history-rows.ts',
    tests: ['server/src/evidence/history-rows.test.ts'],
    faults: { 'moved-deadline-without-its-day': ['deadline !== undefined', 'deadline === 0'] },
  },
  {
    file: 'server/src/workflows/store/sorted-page-store.ts',
    tests: ['tests/api/workflow-sorts.test.ts'],
    faults: {
      'next-page-of-few-begins-anew': [', ...beyond(range.sorting)])}`', '])}`'],
      'matches-sorted-by-a-person': ['chr(10), 1)', 'chr(10), 2)'],
      'far-page-of-the-first-matches-alone': ['|| most === null) return items', '|| true) return items'],
      'next-page-of-matches-begins-anew': ['...beyond(sorting, sql`key`)', ''],
    },
  },
];
