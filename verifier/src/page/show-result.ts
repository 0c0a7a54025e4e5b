import {
  comparedOf,
  facesOf,
  identityOf,
  laterOf,
  signingTimeOf,
  timeOf,
  verdictOf,
} from '../../../web/src/verify/verify-state.ts';
import type { Report } from '../instance.ts';
import { momentIn, type Say } from '../words/say.ts';
import { answer, foreign, h, sign, type Tone } from './dom.ts';
import { showChange } from './show-changes.ts';
import { showDetails } from './show-details.ts';
import { showSignature, showTimestamp } from './show-signature.ts';

const SIGNERS_SHOWN = 3;
const CHANGES_SHOWN = 3;

/** The verdict first, then who, when, what came after and how sure that is, then each signature. */
export function showReport(say: Say, report: Report): HTMLElement[] {
  const verdict = verdictOf(report);
  const { signatures, timestamps } = report;
  const signers = new Map(
    signatures.map(({ fieldName, signer }) => [fieldName, signer.name ?? say('unnamed')]),
  );
  const sections = [showVerdict(say, { tone: verdict.tone, key: verdict.sentence })];
  if (signatures.length > 0)
    sections.push(showAnswers(say, report), ...showFaces(say, report), ...showCompared(say, report));
  if (signatures.length + timestamps.length > 0)
    sections.push(
      h('h3', {}, say('reports')),
      h(
        'ol',
        { class: 'reports' },
        signatures.map((each, index) =>
          showSignature(say, { signature: each, order: index + 1, count: signatures.length, signers }),
        ),
        timestamps.map((each) => showTimestamp(say, each)),
      ),
    );
  return [...sections, showDetails(say, report)];
}

interface Verdict {
  readonly tone: Tone;
  /** Its words, and those with `_lead` behind it. */
  readonly key: string;
  readonly more?: string;
}

export function showVerdict(say: Say, { tone, key, more }: Verdict): HTMLElement {
  return h(
    'div',
    { role: 'status', class: `verdict ${tone}` },
    sign(tone),
    h(
      'div',
      {},
      h('p', { class: 'sentence' }, say(key)),
      h('p', {}, say(`${key}_lead`)),
      more === undefined ? null : h('p', { lang: 'en', dir: 'ltr' }, more),
    ),
  );
}

function showAnswers(say: Say, report: Report): HTMLElement {
  const { changes: _sentences, ...later } = laterOf(report);
  const identity = identityOf(report);
  const time = timeOf(report);
  return h(
    'dl',
    { class: 'answers' },
    question(say('who'), showSigners(say, report)),
    question(say('after'), answer(later.tone, say(later.sentence, later.values)), showDeciding(say, report)),
    question(say('identity'), answer(identity.tone, say(wordsOfIdentity(identity.sentence)))),
    question(say('when'), answer(time.tone, say(time.sentence))),
  );
}

function showCompared(say: Say, report: Report): HTMLElement[] {
  const compared = comparedOf(report);
  return compared ? [h('p', { class: 'muted' }, say(compared.sentence, compared.values))] : [];
}

function showFaces(say: Say, report: Report): HTMLElement[] {
  const sentences = facesOf(report).map((sentence) => h('li', { lang: 'en', dir: 'ltr' }, sentence));
  return sentences.length > 0 ? [h('p', {}, say('two_faces')), h('ul', {}, sentences)] : [];
}

/** How a signer was identified is named with the signature, in the report's own words. */
function wordsOfIdentity(sentence: string): string {
  if (sentence === 'who_here_organization') return sentence;
  return sentence.startsWith('who_here_') ? 'who_here' : sentence;
}

function question(title: string, ...children: HTMLElement[]): HTMLElement {
  return h('div', {}, h('dt', {}, title), h('dd', {}, children));
}

function showSigners(say: Say, { signatures }: Report): HTMLElement {
  const more = signatures.length - SIGNERS_SHOWN;
  return h(
    'ul',
    {},
    signatures.slice(0, SIGNERS_SHOWN).map((each) => {
      const time = signingTimeOf(each);
      const { name } = each.signer;
      return h(
        'li',
        {},
        h('strong', {}, name === null ? say('unnamed') : foreign(name)),
        time === null ? null : ` · ${momentIn(say, time.seconds)}`,
      );
    }),
    more > 0 ? h('li', {}, say('moreSigners', { count: more })) : null,
  );
}

/** The changes that decided the verdict, by kind and place. */
function showDeciding(say: Say, report: Report): HTMLElement {
  const { changes: sentences } = laterOf(report);
  const all = report.signatures.flatMap(({ changesAfter }) => changesAfter.flatMap(({ changes }) => changes));
  const bySentence = new Map(all.map((change) => [change.sentence, change]));
  const deciding = sentences.flatMap((sentence) => bySentence.get(sentence) ?? []).slice(0, CHANGES_SHOWN);
  return h(
    'ul',
    {},
    deciding.map((change) => h('li', {}, showChange(say, change))),
  );
}
