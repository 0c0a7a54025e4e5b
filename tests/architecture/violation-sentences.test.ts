import { expect, test } from 'vitest';
import { listFiles, readText } from './source-tree.ts';

// The pages say violations in their language by the English sentence, so the sentence is the key: what says it and the
// catalogue change together.

type Texts = { [key: string]: string | Texts };

const english = textsIn(JSON.parse(readText('web/src/text/en/violations.json')));
/** Made of a sentence and a word for what it is about. */
const DERIVED =
  /^Give the .*(name|email address)\.$|^Accept or reject the |give their phone number|workspace users? ha(s|ve) this role/;

/** Forms of the pages whose every violation has words; what only a program can cause is named. */
const COVERED =
  /^(domain\/src\/(annex|field-answers|name|password|recipient|template-form)|server\/src\/(accounts|contacts|second-factors|sending|tags)\/[\w-]+)\.ts$/;
/** Files whose every sentence is said on pages: problems that are thrown, findings of a trial. */
const WHOLE = new RegExp(
  `^(${[
    'contract/src/choice-schemas',
    'domain/src/(bulk|choice|field-rules|field-values|form-field|formula|formula-rules|independence|pattern|witness)',
    'server/src/bulk/(change-job|check-rows|make-job|plan-first-row|read-table|send-rows)',
    'server/src/signing/session/witnessing',
    'server/src/destinations/(bucket|try-destination|webdav)',
    'server/src/identity-providers/(connection-form|manage-connections|openid|openid-client|saml-(answer|form|metadata|xml)|try-[a-z-]+)',
    'server/src/trust-services/manage-providers',
    'server/src/usage/read-usage',
    'server/src/workflows/store/choice-slots',
    'server/src/workspaces/roles',
  ].join('|')})\\.ts$`,
);
const OF_PROGRAMS = [
  /^There is no such (scope|tag)/,
  /^Is no file of this document/,
  /^Attach a file/,
  /^There are too many or too large files/,
  /^Must be the id of a recipient of the workflow/,
  /^Must be one of /,
  /^Must be (the value of one of the options|"\{value\}" for a ticked box)/,
  /^This service cannot have passkeys/,
  // Of the operator's own command.
  /^(No account has this address and has proved it|This account has no second factor)/,
  // Said by conflicts and refusals of access, which are no violations.
  /^There is no such (role that|provider of|connection of)|^The connection has no such domain/,
  /^(Your organization has switched|Set up an authenticator app|Has no second factor|Has not joined yet|Is yourself|Works in another)/,
  // The page of a table offers acts where they can be done, and what columns say from a list.
  /^This bulk job is |^No row of this bulk job |rows have problems\. Mend the table|^The template was changed since this table/,
  /^The table has no column with this heading|is nothing of this template\. Say |^Send the table as the file part/,
  /^(Only a witness states this|State your address, your relation)/,
  // Pages choose the field, and what it is asked, from a list.
  /^Give (one of all and any|exactly one of equals)|fieldId must be|fields of this request have this id/,
  /^Must be a (map from (keys|headings)|text\.)|^This \{value\} has no field with the key|^A connection keeps its kind/,
];

test('every text for a violation is of a sentence that is said', () => {
  const said = listFiles(/^(contract|domain|server|intake)\/src\/.*(?<!\.test)\.ts$/)
    .map((file) => joined(readText(file)))
    .join()
    .replaceAll('\\\\', '\\')
    .replaceAll('\u2019', "'");
  // Values and further sentences are put in where it is said.
  const fragmentsOf = (text: string) =>
    text
      .split(/\{\w+\}|[.:;] /)
      .map((each) => each.trim())
      .filter((each) => each.length > 11);
  const unsaid = english
    .filter((text) => !DERIVED.test(text))
    .filter((text) => !fragmentsOf(text).every((fragment) => said.includes(fragment)));
  expect(unsaid).toEqual([]);
});

test('every violation of the forms that are covered has a text', () => {
  // What says whose a table's rows are says it to no user.
  const isSaid = (file: string) => !file.endsWith('/belongings.ts');
  const saidIn = [
    ...listFiles(COVERED)
      .filter(isSaid)
      .map((file) => ({ file, sentences: violationsIn(readText(file)) })),
    ...listFiles(WHOLE)
      .filter(isSaid)
      .map((file) => ({ file, sentences: sentencesIn(readText(file)) })),
  ];
  const missing = saidIn.flatMap(({ file, sentences }) =>
    withoutText(sentences).map((sentence) => `${file}: ${sentence}`),
  );
  expect(missing).toEqual([]);
});

test('a sentence without a text is noticed, wherever it is said', () => {
  const source = [
    "throw new Fault('Has no text yet.');",
    "problem('url', `Has none for $" + "{names.join(', ')} either.`);",
    'say([isFit ? "no" : `It was ` + \'planted.\', 4]);',
  ];
  expect(withoutText(sentencesIn(source.join('')))).toEqual([
    'Has no text yet.',
    'Has none for {value} either.',
    'It was planted.',
  ]);
  for (const file of listFiles(WHOLE)) expect(sentencesIn(readText(file)), file).not.toEqual([]);
});

function withoutText(sentences: readonly string[]): string[] {
  return sentences
    .filter((sentence) => !english.some((text) => isOf(sentence, text) || isOf(text, sentence)))
    .filter((sentence) => !OF_PROGRAMS.some((pattern) => pattern.test(sentence)));
}

function textsIn(texts: Texts): string[] {
  return Object.values(texts).flatMap((text) =>
    typeof text === 'string' ? [text.replaceAll('\u2019', "'")] : textsIn(text),
  );
}

/** Strings that are too long for a line, as one. */
function joined(source: string): string {
  return source.replaceAll(/['`]\s*\+\s*['`]/g, '');
}

/** What is a value of an object, assigned, answered or chosen: not the message of a refusal. */
function violationsIn(source: string): string[] {
  return sentencesIn(source, '(?<=(?:[=?:]|=>|return)\\s*)');
}

/** All strings that are a sentence. */
function sentencesIn(source: string, before = ''): string[] {
  const sentence = new RegExp(
    `${before}(['\`])([A-Z{\u201c](?:(?!\\1)[^\\n])*\\.)['\`](?=\\s*[,;:)\\]}])`,
    'gu',
  );
  // An expression may have strings of its own.
  const value = /\$\{(?:[^{}'`]|'[^']*'|`[^`]*`)*\}/g;
  return [...joined(source).replaceAll(value, '{value}').matchAll(sentence)]
    .map(([, , text = '']) => text.replaceAll('\\\\', '\\').replaceAll('\u2019', "'"))
    .filter((text) => text.includes(' '));
}

/** Whether one sentence is the other, with values where it has some. */
function isOf(sentence: string, text: string): boolean {
  const pattern = text
    .split(/\{[a-z]\w*\}/)
    .map((each) => each.replaceAll(/[.*+?^$()|[\]{}\\]/g, '\\$&'))
    .join('.*');
  return new RegExp(`^${pattern}$`, 'su').test(sentence);
}
