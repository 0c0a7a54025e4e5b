import { expect, test } from 'vitest';
import { listFiles, readText } from './source-tree.ts';

// The pages say violations in their language by the English sentence, so the sentence is the key: what says it and the
// catalogue change together.

type Texts = { [key: string]: string | Texts };

const english = textsIn(JSON.parse(readText('web/src/text/en/violations.json')));
/** Made of a sentence and a word for what it is about. */
const DERIVED = /^Give the .*(name|email address)\.$|^Accept or reject the |give their phone number/;

/** Forms of the pages whose every violation has words; what only a program can cause is named. */
const COVERED =
  /^(domain\/src\/(annex|field-answers|name|password|recipient|template-form)|server\/src\/(accounts|contacts|second-factors|sending|tags)\/[\w-]+)\.ts$/;
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
  /^(Your organization has switched|Set up an authenticator app|Has no second factor|Has not joined yet|Is yourself|Works in another)/,
];

test('every text for a violation is of a sentence that is said', () => {
  const said = listFiles(/^(domain|server|intake)\/src\/.*(?<!\.test)\.ts$/)
    .map((file) => joined(readText(file)))
    .join()
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
  const missing = listFiles(COVERED).flatMap((file) =>
    violationsIn(readText(file))
      .filter((sentence) => !english.some((text) => isOf(sentence, text) || isOf(text, sentence)))
      .filter((sentence) => !OF_PROGRAMS.some((pattern) => pattern.test(sentence)))
      .map((sentence) => `${file}: ${sentence}`),
  );
  expect(missing).toEqual([]);
});

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
  const sentence = /(?:[=?:]|=>|return)\s*\n?\s*(['`])([A-Z$](?:(?!\1)[^\n])*\.)\1/g;
  return [...joined(source).matchAll(sentence)]
    .map(([, , text = '']) => text.replaceAll(/\$\{[^}]*\}/g, '{value}'))
    .filter((text) => text.includes(' '));
}

/** Whether one sentence is the other, with values where it has some. */
function isOf(sentence: string, text: string): boolean {
  const escaped = text.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&').replaceAll(/\{\w+\}/g, '.*');
  return new RegExp(`^${escaped}$`, 'su').test(sentence);
}
