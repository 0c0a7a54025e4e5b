import { formatMessage, type MessageValues, SIGNER_POLICIES, sayIdentified } from '@paraph/domain';
import type { TimestampToken } from '@paraph/pades';
import { identifiedBy, momentText, personRows, sayReached } from '../evidence/completion-people.ts';
import { listNotProven } from '../evidence/evidence-points.ts';
import { type Bundle, signaturesOf } from './bundle.ts';
import { type BundledDocument, type BundledSignature, isSame } from './bundle-document.ts';
import type { BundledLog } from './bundle-log.ts';
import { type Html, html } from './html.ts';
import * as record from './record-steps.ts';
import * as steps from './steps.ts';
import type { BundleTexts } from './texts/texts-in.ts';

type Step = steps.Step;
type Signer = Bundle['evidence']['record']['signers'][number];
export type Question = keyof BundleTexts['questions'];

export interface QuestionPage {
  answer: (Html | null)[];
  steps: (Step | null)[];
}

/** An answer to each question, with the steps that show it. */
export const QUESTION_PAGES: Readonly<Record<Question, (bundle: Bundle) => QuestionPage>> = {
  who,
  identified,
  when,
  seen,
  changed,
  byWhom,
  notProven,
};

function who(bundle: Bundle): QuestionPage {
  const { texts, words, evidence } = bundle;
  const { email, part, result, reason, level, code, certificate } = words.person;
  const listed: readonly string[] = [email, part, result, reason, level, code, certificate];
  const people = evidence.record.signers.map((signer) => {
    const rows = personRows(evidence.record, signer, { texts: words, isForSender: true });
    return person(
      signer.name,
      rows.filter(([label]) => listed.includes(label)),
    );
  });
  return {
    answer: [html`<p>${texts.answers.who}</p>`, ...people],
    steps: signaturesOf(bundle).flatMap((each) => {
      const values = about(bundle, each);
      return [steps.sameBytes(each, values), steps.identity(each, values)];
    }),
  };
}

function person(name: string, rows: readonly (readonly [string, string])[]): Html {
  const terms = rows.map(([label, value]) => html`<dt>${label}</dt><dd><bdi>${value}</bdi></dd>`);
  return html`<h2 class="person"><bdi>${name}</bdi></h2><dl>${terms}</dl>`;
}

function about(bundle: Bundle, { actionId, document }: BundledSignature): MessageValues {
  const { record: body } = bundle.evidence;
  const signer = body.signers.find((each) => each.actionId === actionId);
  const { number = 1 } = bundle.documents.find(({ path }) => path === document) ?? {};
  const name = isolated(signer?.name ?? body.organization.name);
  return { what: formatMessage(bundle.texts.signatureOf, { name, number }), name, number };
}

/** A name has a direction of its own. */
function isolated(name: string): string {
  return `\u2068${name}\u2069`;
}

function aboutDocument({ texts }: Bundle, { number }: BundledDocument): MessageValues {
  return { what: formatMessage(texts.documentOf, { number }), number };
}

function identified(bundle: Bundle): QuestionPage {
  const { texts, words, evidence } = bundle;
  const { record: body } = evidence;
  const signed = body.signers.filter(({ act }) => act !== null);
  const passkeys = signed.flatMap((signer) => {
    const passkey = record.passkeyOf(body, signer);
    return passkey ? record.passkeySteps(passkey, { what: isolated(signer.name) }) : [];
  });
  return {
    answer: [
      html`<p>${texts.answers.identified}</p>`,
      ...signed.map((signer) => {
        const how = identifiedBy(signer, words);
        return person(signer.name, [
          ...(how ? [[words.person.identified, how] as const] : []),
          ...(signer.reached ? [[words.person.rests, sayReached(signer.reached, words)] as const] : []),
        ]);
      }),
      html`<p>${texts.answers.trail}${bundle.trail && ` ${texts.answers.trailLogged}`}</p>`,
      passkeys.length > 0 ? html`<p>${texts.answers.passkey}</p>` : null,
    ],
    steps: [
      record.recordSealed(evidence),
      record.trailHolds(body),
      ...signed.map((signer) => record.trailOf(body, signer, { what: isolated(signer.name) })),
      ...signaturesOf(bundle).flatMap((each) => identificationOf(bundle, each)),
      ...passkeys,
      ...logSteps(bundle.trail, { what: texts.times.trail }, (log) => record.trailLogged(body, log)),
    ],
  };
}

function identificationOf(bundle: Bundle, signature: BundledSignature): Step[] {
  const { words, evidence } = bundle;
  const values = about(bundle, signature);
  const reached = evidence.record.signers.find(({ actionId }) => actionId === signature.actionId)?.reached;
  const oid =
    reached && Object.entries(SIGNER_POLICIES).find(([name]) => name === reached.identification)?.[1];
  const meaning = reached && (words.reached?.identified[reached.identification] ?? sayIdentified(reached));
  return [
    ...(oid && meaning ? [steps.policy(signature, oid, { ...values, meaning })] : []),
    ...(signature.trail ? [record.trailInSignature(signature, signature.trail, values)] : []),
    ...steps.bindings(signature, values),
  ];
}

/** That a leaf is in the log, and that its checkpoint is signed. */
function logSteps(log: BundledLog | null, values: MessageValues, entry: (log: BundledLog) => Step): Step[] {
  return log ? [entry(log), steps.inTree(log, values), steps.signedByLog(log, values)] : [];
}

function when(bundle: Bundle): QuestionPage {
  const { texts, words, documents, trail } = bundle;
  const { times, answers } = texts;
  const clocks = clocksOf(bundle);
  const moment = (time: Date | string) => momentText(new Date(time).toISOString(), words);
  const byAuthority = (token: TimestampToken) => {
    const name = token.cms.signer?.commonName ?? '';
    const authority = isOwn(bundle, token) ? formatMessage(words.ownClock, { authority: name }) : name;
    return formatMessage(times.by, { time: moment(token.time), authority });
  };
  const byLog = (log: BundledLog) => formatMessage(times.byLog, { time: moment(log.addedAt) });
  const rows = documents.flatMap((document) => [
    ...document.signatures.flatMap((each) =>
      each.token
        ? [[formatMessage(times.signature, about(bundle, each)), byAuthority(each.token)] as const]
        : [],
    ),
    ...document.stamps.map(
      ({ token }) =>
        [formatMessage(times.document, { number: document.number }), byAuthority(token)] as const,
    ),
    ...(document.log
      ? [[formatMessage(times.log, { number: document.number }), byLog(document.log)] as const]
      : []),
  ]);
  const ends = trail ? [[times.trail, byLog(trail)] as const] : [];
  const terms = [...rows, ...ends].map(([what, time]) => html`<dt><bdi>${what}</bdi></dt><dd>${time}</dd>`);
  return {
    answer: [
      html`<p>${answers.when}</p>`,
      clocks.isOwn ? html`<p>${answers.clockOwn}</p>` : null,
      clocks.isOutside ? html`<p>${answers.clockOutside}</p>` : null,
      html`<dl>${terms}</dl>`,
    ],
    steps: documents.flatMap((document) => [
      ...document.signatures.map((each) => steps.signatureTime(each, about(bundle, each))),
      ...document.stamps.flatMap((stamp) => [
        steps.sameBytes(stamp, aboutDocument(bundle, document)),
        steps.documentTime(stamp, aboutDocument(bundle, document)),
      ]),
    ]),
  };
}

/** Whether a timestamp is by this service itself. */
function isOwn({ ownAuthorities }: Bundle, { cms }: TimestampToken): boolean {
  return ownAuthorities.some((subject) => cms.signer && isSame(subject, cms.signer.issuer));
}

function clocksOf(bundle: Bundle): { isOwn: boolean; isOutside: boolean } {
  const tokens = bundle.documents.flatMap(({ signatures, stamps }) =>
    [...signatures, ...stamps].flatMap(({ token }) => token ?? []),
  );
  const own = tokens.filter((token) => isOwn(bundle, token));
  return { isOwn: own.length > 0, isOutside: own.length < tokens.length };
}

function seen(bundle: Bundle): QuestionPage {
  const { texts, evidence, documents } = bundle;
  const acted = evidence.record.signers.filter(({ act }) => act !== null);
  const rowsOf = (signer: Signer) =>
    record
      .shownTo(signer, documents)
      .map(
        ({ document, size, sha256 }) =>
          [formatMessage(texts.shown, { number: document.number, size }), sha256] as const,
      );
  return {
    answer: [
      html`<p>${texts.answers.seen}</p><p>${texts.answers.answersSeen}</p>`,
      ...acted.map((signer) => person(signer.name, rowsOf(signer))),
    ],
    steps: acted.flatMap((signer) => [
      ...record
        .shownTo(signer, documents)
        .map((shown) => record.asShown(shown, signer, { what: isolated(signer.name) })),
      record.answersHold(evidence.record, signer, { what: isolated(signer.name) }),
    ]),
  };
}

function changed(bundle: Bundle): QuestionPage {
  const { texts, documents } = bundle;
  const isLogged = documents.every(({ log }) => log !== null);
  return {
    answer: [
      html`<p>${texts.answers.changed}</p><p>${texts.answers.added}</p>`,
      html`<p>${isLogged ? texts.answers.log : texts.answers.noLog}</p>`,
    ],
    steps: documents.flatMap((document) => {
      const values = aboutDocument(bundle, document);
      return [
        ...document.signatures.map((each) => steps.integrity(each, about(bundle, each))),
        steps.coveredToTheEnd(document, values),
        steps.notRevoked(document, values),
        ...logSteps(document.log, values, (log) =>
          steps.entryNames(log, `cat ${document.path}`, { does: 'documentLogged', values }),
        ),
      ];
    }),
  };
}

function byWhom(bundle: Bundle): QuestionPage {
  const { texts, words, evidence, documents } = bundle;
  const { answers } = texts;
  const signatures = signaturesOf(bundle);
  const isLogged = areLogged(signatures);
  const clocks = clocksOf(bundle);
  const names = witnessesOf(bundle).join(', ');
  const holders = evidence.record.signers.flatMap(({ name, reached }) =>
    reached ? [person(name, [[words.person.rests, sayReached(reached, words)]])] : [],
  );
  return {
    answer: [
      html`<p>${answers.nobody}</p><p>${answers.signerKey}</p>${holders}`,
      html`<p>${answers.operator}${isLogged ? answers.operatorLogged : answers.operatorUnlogged}</p>`,
      html`<p>${names ? formatMessage(answers.witnessed, { names }) : answers.unwitnessed}</p>`,
      html`<p>${clocks.isOutside ? answers.authorityOutside : answers.authorityOwn}</p>`,
    ],
    steps: [
      ...signatures.flatMap((each) => {
        const values = about(bundle, each);
        const logged = steps.certificateLogged(each, values);
        return logged && each.log
          ? [...logSteps(each.log, values, () => logged), ...steps.seenByWitnesses(each.log, values)]
          : [];
      }),
      ...documents.flatMap((document) => {
        const values = aboutDocument(bundle, document);
        return document.log
          ? [...steps.seenByWitnesses(document.log, values), checkpointOf(document.log, values)]
          : [];
      }),
    ],
  };
}

function areLogged(signatures: readonly BundledSignature[]): boolean {
  return signatures.every(({ log, located }) => log !== null && located.cms.signer?.boundTo);
}

function witnessesOf({ documents }: Bundle): string[] {
  return [...new Set(documents.flatMap(({ log }) => (log?.witnesses ?? []).map(({ name }) => name)))];
}

function checkpointOf(log: BundledLog, values: MessageValues): Step {
  const [, root = ''] = / · \d+ · (.*)$/.exec(log.line) ?? [];
  const command = `sed '/^$/,$d' ${log.checkpoint}`;
  return { does: 'checkpoint', values: { ...values, line: log.line }, command, prints: root };
}

function notProven(bundle: Bundle): QuestionPage {
  const { texts, words, evidence } = bundle;
  const { answers } = texts;
  const { points } = evidence.record;
  const sentences = [
    ...listNotProven(evidence.record, points, words),
    ...answers.notProvenHere,
    ...(areLogged(signaturesOf(bundle)) ? [] : [answers.notLogged]),
    ...(witnessesOf(bundle).length > 0 ? [] : [answers.notWitnessed]),
  ];
  return {
    answer: [
      html`<ul>${sentences.map((each) => html`<li>${each}</li>`)}</ul>`,
      html`<p>${answers.notProven}</p>`,
    ],
    steps: [record.recordSealed(evidence)],
  };
}
