import { formatMessage } from '@paraph/domain';
import { momentText } from '../evidence/completion-people.ts';
import type { Bundle } from './bundle.ts';
import { type BundleFile, textFile } from './bundle-file.ts';
import { type Html, html } from './html.ts';
import { PAGE_STYLE } from './page-style.ts';
import { QUESTION_PAGES, type Question } from './question-pages.ts';
import type { Step } from './steps.ts';

export const FIRST_PAGE = 'READ-ME-FIRST.html';
export const VERIFIER_FILE = 'paraph-verify.html';
export const SUMS_FILE = 'SHA256SUMS';
export const CERTIFICATE_FILE = 'certificate-of-completion.pdf';

const PAGE_FILES: Readonly<Record<Question, string>> = {
  who: '1-who.html',
  identified: '2-how-identified.html',
  when: '3-when.html',
  seen: '4-what-was-seen.html',
  changed: '5-could-it-be-changed.html',
  byWhom: '6-by-whom.html',
  notProven: '7-not-proven.html',
};
const QUESTIONS = Object.keys(PAGE_FILES) as Question[];

/** HTML without a script, for a browser without a network and for paper. */
export function composePages(bundle: Bundle): BundleFile[] {
  const pages = QUESTIONS.map((question) => {
    const { answer, steps } = QUESTION_PAGES[question](bundle);
    const title = bundle.texts.questions[question];
    const body = html`<nav><a href="${FIRST_PAGE}">${bundle.texts.back}</a></nav>
<main><h1>${title}</h1>
${answer}
${stepList(bundle, steps)}</main>`;
    return textFile(PAGE_FILES[question], pageOf(bundle, title, body));
  });
  const first = textFile(FIRST_PAGE, pageOf(bundle, bundle.texts.title, firstPage(bundle)));
  return [first, ...pages, textFile('style.css', PAGE_STYLE)];
}

function pageOf(bundle: Bundle, title: string, body: Html): string {
  const { texts, words, evidence, language } = bundle;
  const { workflow, recordTime, software, instance } = evidence.record;
  const time = momentText(recordTime, words);
  const made = formatMessage(texts.made, { envelope: workflow.envelopeId, time, software, instance });
  const direction = language === 'ar' ? 'rtl' : 'ltr';
  return html`<!doctype html>
<html lang="${language}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="script-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'">
<meta name="referrer" content="no-referrer">
<title>${title} · ${workflow.name} · Paraph</title>
<link rel="stylesheet" href="style.css">
</head>
<body>
${body}
<footer><p>${made}</p></footer>
</body>
</html>
`.text;
}

function stepList({ texts }: Bundle, steps: readonly (Step | null)[]): Html | null {
  const shown = steps.filter((each) => each !== null);
  if (shown.length === 0) return null;
  const items = shown.map(
    ({ does, values = {}, command, prints }) => html`<li><p>${formatMessage(texts.steps[does], values)}</p>
<pre dir="ltr"><code>${command}</code></pre>
<p class="prints">${texts.prints}: <bdi><code class="printed">${prints}</code></bdi></p></li>
`,
  );
  return html`<h2>${texts.stepsTitle}</h2>
<ol class="steps">
${items}</ol>`;
}

function firstPage(bundle: Bundle): Html {
  const { texts, evidence, roots } = bundle;
  const { name } = evidence.record.workflow;
  const links = QUESTIONS.map(
    (question) => html`<li><a href="${PAGE_FILES[question]}">${texts.questions[question]}</a></li>`,
  );
  const trusted = roots.map(
    ({ path, trustedBy, subject, fingerprint }) => html`<dt>${texts.trustedBy[trustedBy]} (${path})</dt>
<dd><bdi>${subject}</bdi><br>${texts.fingerprint}: <code>${fingerprint}</code></dd>
`,
  );
  const contents = contentsOf(bundle).map(
    ([file, what]) => html`<dt><code dir="ltr">${file}</code></dt><dd>${what}</dd>
`,
  );
  const url = `${evidence.record.instance.replace(/\/$/, '')}/authority/ca.cer`;
  return html`<main><h1>${texts.title}</h1>
<p>${formatMessage(texts.lead, { title: name })}</p>
<h2>${texts.questionsTitle}</h2>
<ol class="questions">${links}</ol>
<h2>${texts.how}</h2>
<p>${linkedTo(VERIFIER_FILE, texts.howPage)}</p>
<p>${texts.howSteps}</p>
<p>${texts.howResult}</p>
<h2>${texts.trustedTitle}</h2>
<p>${formatMessage(texts.trusted, { url })}</p>
<dl>
${trusted}</dl>
<h2>${texts.filesTitle}</h2>
<dl>
${contents}</dl>
${stepList(bundle, firstSteps(bundle))}</main>`;
}

/** A sentence with the name of a page in it. */
function linkedTo(page: string, sentence: string): Html {
  const [before = '', after = ''] = sentence.split('{page}');
  return html`${before}<a href="${page}">${page}</a>${after}`;
}

function contentsOf({ texts, documents }: Bundle): [string, string][] {
  const { files } = texts;
  const names = documents.map(({ number, record }) => `${number} “${record.name}”`).join(', ');
  return [
    ['documents/', formatMessage(files.documents, { names })],
    [CERTIFICATE_FILE, files.certificate],
    ['evidence.json', files.record],
    [VERIFIER_FILE, files.verifier],
    ['proof/', files.proof],
    ['certificates/', files.certificates],
    [SUMS_FILE, files.sums],
  ];
}

function firstSteps({ roots }: Bundle): Step[] {
  const fingerprints = roots.map(({ path }) => `openssl x509 -in ${path} -outform DER | sha256sum`);
  return [
    { does: 'sums', command: `sha256sum -c ${SUMS_FILE}`, prints: `${FIRST_PAGE}: OK` },
    ...(fingerprints.length > 0
      ? [{ does: 'root' as const, command: fingerprints.join(' &&\n'), prints: roots[0]?.fingerprint ?? '' }]
      : []),
  ];
}
