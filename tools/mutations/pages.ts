import type { FaultyFile } from './mutation.ts';

const accounts = 'tests/e2e/accounts.test.ts';
const check = 'tests/e2e/check.test.ts';
const fields = 'tests/e2e/fields.test.ts';
const links = 'tests/e2e/link-states.test.ts';
const organization = 'tests/e2e/organization.test.ts';
const sending = 'tests/e2e/sending.test.ts';
const templates = 'tests/e2e/templates.test.ts';
const copies = 'tests/api/templates-copies.test.ts';

/** What people find, and how they get there. */
export const pageFaults: readonly FaultyFile[] = [
  {
    file: 'web/src/frame/navigation.tsx',
    tests: [accounts],
    faults: {
      'rail-without-settings': [
        '<NavigationItem look="rail" to="/account/organization" icon={Settings} label={t(\'settings\')} />',
        '',
      ],
      'rail-without-verifier': [
        '<NavigationItem look="rail" to="/verify" icon={BadgeCheck} label={t(\'verify\')} />',
        '',
      ],
      'rail-without-docs': [
        '<NavigationItem look="rail" to="/docs" icon={BookOpen} label={t(\'docs\')} />',
        '',
      ],
      'rail-marks-two-places': [
        "(look === 'bar' || !location.pathname.startsWith('/account/organization'))",
        'true',
      ],
    },
  },
  {
    file: 'web/src/api/ask.ts',
    tests: ['web/src/api/call.test.ts'],
    faults: {
      'path-value-is-another-path': [
        'encodeURIComponent(String(values.get(name)))',
        'String(values.get(name))',
      ],
      'path-value-is-asked-for-again': ['values.delete(name);', ''],
      'undefined-is-asked-for': ['filter(([, value]) => value !== undefined)', 'filter(() => true)'],
    },
  },
  {
    file: 'web/src/ui/use-act.ts',
    tests: ['tests/e2e/developers.test.ts'],
    faults: {
      'list-is-not-read-again': ['client.invalidateQueries({ queryKey })', 'Promise.resolve(queryKey)'],
      'message-of-an-act-is-not-shown': ['if (text) showToast({ text });', ''],
    },
  },
  {
    file: 'web/src/mailbox/mailbox-page.tsx',
    tests: [accounts],
    faults: {
      'mailbox-search-asks-for-all': ['mailboxQuery({ page, query })', "mailboxQuery({ page, query: '' })"],
    },
  },
  {
    file: 'web/src/ui/scroll-region.tsx',
    tests: ['tests/e2e/docs.test.ts'],
    faults: { 'docs-scroll-by-pointer-alone': ['{ tabIndex: 0 }', '{}'] },
  },
  {
    file: 'server/src/mail/mail-store.ts',
    tests: ['tests/api/mail-calls.test.ts'],
    faults: {
      'mailbox-search-finds-all': ['of words ?? []) mails =', 'of words?.slice(0, 0) ?? []) mails ='],
      'mailbox-search-finds-any-word': ['of words ?? []) mails =', 'of words?.slice(0, 1) ?? []) mails ='],
      'mailbox-search-in-subjects-alone': [
        "search_fold(to_email || ' ' || coalesce(",
        "search_fold(' ' || coalesce(",
      ],
    },
  },
  {
    file: 'server/src/workspaces/initialize-app.ts',
    tests: [links],
    faults: {
      'deadlines-of-every-instance': [
        'const { expirySecondsMin } = deps.config;',
        'const { expirySecondsMin } = LIMITS;',
      ],
    },
  },
  {
    file: 'web/src/dashboard/use-deadline-limits.ts',
    tests: [links],
    faults: {
      'deadlines-as-usual': [
        'useQuery(deadlineLimitsQuery).data ?? USUAL_LIMITS',
        'useQuery(deadlineLimitsQuery).data ? USUAL_LIMITS : USUAL_LIMITS',
      ],
    },
  },
  {
    file: 'web/src/dashboard/deadline-state.ts',
    tests: ['web/src/dashboard/deadline-state.test.ts'],
    faults: {
      'days-that-the-instance-refuses': ['days * DAY >= expirySecondsMin &&', 'days > 0 &&'],
    },
  },
  {
    file: 'web/src/dashboard/documents-state.ts',
    tests: ['web/src/dashboard/documents-state.test.ts'],
    faults: {
      'search-for-nothing-hides-the-search': ['!show && !query && CHIP', 'CHIP'],
      'filed-documents-are-not-looked-for': ['CHIP_NAMES.every', "['all' as const].every"],
    },
  },
  {
    file: 'web/src/dashboard/local-time.ts',
    tests: ['web/src/dashboard/deadline-state.test.ts'],
    faults: {
      'hour-of-a-deadline-lost': ['.toISOString().slice(0, 16)', ".toISOString().slice(0, 13).concat(':00')"],
    },
  },
  {
    file: 'web/src/ui/format-time.ts',
    tests: ['web/src/dashboard/deadline-state.test.ts'],
    faults: {
      'days-counted-twice': [
        'timeLeft(seconds, now) ?? timeSince(now - seconds)',
        "(seconds > now ? { unit: 'day' as const, count: Math.floor((seconds - now) / DAY) } : timeSince(now - seconds))",
      ],
    },
  },
  {
    file: 'server/src/mail/texts/mail-texts.ts',
    tests: ['server/src/mail/texts/mail-texts.test.ts'],
    faults: {
      'mail-counts-days-down': [
        'timeLeft(until.getTime() / 1000, now.getTime() / 1000)',
        'timeLeft(until.getTime() / 1000 - 43_201, now.getTime() / 1000)',
      ],
    },
  },
  {
    file: 'web/src/signing/preview-state.ts',
    tests: ['web/src/signing/preview-state.test.ts'],
    faults: {
      'new-day-called-an-answer': ["? 'answer' : 'day';", "? 'answer' : 'answer';"],
      'corrected-person-called-an-answer': [
        "return isOtherPerson(before, now) ? 'person' : 'answer';",
        "return 'answer';",
      ],
      'old-check-called-an-answer': ["return 'old';", "return 'answer';"],
      'refused-check-asked-for-again': ["kind !== 'refused' && kind !== 'unknown'", 'true'],
    },
  },
  {
    file: 'web/src/signing/use-preview.ts',
    tests: [check],
    faults: {
      'failed-check-not-made-again': ['error !== null && isWorthRepeating(error.kind)', 'false'],
      'check-replaced-while-it-loads': ['seen.drawn === made;', 'true;'],
    },
  },
  {
    file: 'web/src/signing/review-stage.tsx',
    tests: [check],
    faults: { 'failed-check-looks-busy': [' || isMissing)}', ')}'] },
  },
  {
    file: 'web/src/signing/check-pages.tsx',
    tests: [check],
    faults: {
      'file-of-the-check-only-in-sight': ['(isNear || isFirst)', 'isNear'],
      'page-of-the-check-only-in-sight': ['isAlwaysDrawn={isFirst && index === 0}', 'isAlwaysDrawn={false}'],
    },
  },
  {
    file: 'web/src/signing/pdf-files.ts',
    tests: [check],
    faults: {
      'lost-picture-hides-the-document': [
        'setTimeout(resolve, PICTURES_MS)',
        'setTimeout(resolve, 3_600_000)',
      ],
    },
  },
  {
    file: 'web/src/signing/open-stages.tsx',
    tests: [check],
    faults: {
      'finish-knows-no-file-that-came-meanwhile': ['setPresses((count) => count + 1);', 'await goOn();'],
    },
  },
  {
    file: 'web/src/signing/send-file.ts',
    tests: [check],
    faults: { 'silent-upload-never-ends': ['}, SILENCE_MS);', '}, 3_600_000);'] },
  },
  {
    file: 'web/src/signing/signing-api.ts',
    tests: ['web/src/signing/signing-api.test.ts'],
    faults: { 'silent-server-keeps-a-button-busy': ['...init, headers, signal,', '...init, headers,'] },
  },
  {
    file: 'web/src/ui/language-menu.tsx',
    tests: [fields],
    faults: {
      'language-switch-stays-as-it-began': ['value={currentLanguage()}', 'defaultValue={currentLanguage()}'],
    },
  },
  {
    file: 'web/src/account/unproved-notice.tsx',
    tests: [organization],
    faults: {
      'unproved-account-not-told': [
        'if (email === null) return null;',
        'if (email !== undefined) return null;',
      ],
      'proof-not-mailed-again': [
        'mutationFn: requestAddressProof,',
        'mutationFn: async () => void requestAddressProof,',
      ],
    },
  },
  {
    file: 'server/src/accounts/sign-up.ts',
    tests: ['tests/api/unproved-accounts.test.ts'],
    faults: {
      'sign-up-mails-no-proof': [
        'await mailAddressProof(tx, deps, { ...ports, user });',
        'void [mailAddressProof, user];',
      ],
    },
  },
  {
    file: 'server/src/templates/create-template.ts',
    tests: [copies],
    faults: {
      'template-forgets-the-deadline': [
        'senderMessage, expiryDays, language: null }',
        'senderMessage, expiryDays: expiryDays && 90, language: null }',
      ],
      'template-forgets-the-names': [
        "name: assertPresent(names[index], 'a name')",
        "name: assertPresent(names[index] && 'Recipient', 'a name')",
      ],
    },
  },
  {
    file: 'web/src/templates/template-page.tsx',
    tests: [templates],
    faults: {
      'template-page-without-duties': [
        'lead={<TemplateDuties recipients={template.recipients} />}',
        'lead={<TemplateDuties recipients={[]} />}',
      ],
    },
  },
  {
    file: 'web/src/templates/templates-page.tsx',
    tests: [templates],
    faults: {
      'templates-listed-without-duties': [
        '<ListedDuties template={template} />',
        '{template && ListedDuties.length > 5}',
      ],
    },
  },
  {
    file: 'web/src/signing/page-layout-state.ts',
    tests: ['web/src/signing/page-layout-state.test.ts'],
    faults: {
      'focused-box-covers-fields-beside': [
        'const row = apart.filter(',
        'const row = apart.slice(0, 0).filter(',
      ],
      'focused-box-covers-fields-above': [
        'const column = apart.filter(',
        'const column = apart.slice(0, 0).filter(',
      ],
    },
  },
  {
    file: 'web/src/signing/use-box-in-sight.ts',
    tests: [fields],
    faults: {
      'focused-box-knows-no-neighbours': [
        '.filter((each) => each !== field)',
        '.filter((each) => each === field)',
      ],
    },
  },
  {
    file: 'web/src/frame/unfinished-form.ts',
    tests: [sending],
    faults: { 'left-form-is-lost': ['client.setQueryData<Input>(keyOf(form), input);', ''] },
  },
  {
    file: 'web/src/dashboard/edit-draft-page.tsx',
    tests: [sending],
    faults: {
      'left-changes-of-a-draft-are-lost': [
        'useReducer(changeDraft, left ?? start)',
        'useReducer(changeDraft, start)',
      ],
    },
  },
];
