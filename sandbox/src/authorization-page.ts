import { SANDBOX_NAME, type SigningLanguage } from '@paraph/domain';
import { SANDBOX_OTP } from './credentials.ts';
import type { AuthorizationRequest } from './oauth.ts';
import { SANDBOX_PATH, type SandboxError } from './ports.ts';
import { SANDBOX_TEXTS } from './texts.ts';

const STYLE_PATH = `${SANDBOX_PATH}/style.css`;

interface Shown {
  /** Of the request, for the next one. */
  query: string;
  language: SigningLanguage;
  /** What was wrong with what the person typed. */
  error: SandboxError | null;
}

/** The page on which a person confirms. */
export function authorizationPage(
  { wanted }: AuthorizationRequest,
  { query, language, error }: Shown,
): string {
  const texts = SANDBOX_TEXTS[language];
  const problem =
    error && (Object.entries(texts.errors).find(([code]) => code === error.code)?.[1] ?? error.message);
  const hidden = `<input type="hidden" name="query" value="${escapeHtml(query)}">`;
  const form = wanted ? releaseForm(wanted, language, problem) : signInForm(language, problem);
  return page(
    language,
    wanted ? texts.releaseTitle : texts.signInTitle,
    `${form.above}
<form method="post" action="${SANDBOX_PATH}/oauth2/authorize">
${hidden}
${form.field}
<div class="buttons">
<button class="primary" name="answer" value="confirm">${form.button}</button>
<button name="answer" value="cancel" formnovalidate>${texts.cancel}</button>
</div>
</form>`,
  );
}

/** For a request that may not be answered by a redirect; the sentence is for the client's developers. */
export function errorPage(language: SigningLanguage, sentence: string): string {
  return page(
    language,
    SANDBOX_TEXTS[language].errorTitle,
    `<p lang="en" dir="ltr">${escapeHtml(sentence)}</p>`,
  );
}

interface Form {
  above: string;
  field: string;
  button: string;
}

function signInForm(language: SigningLanguage, problem: string | null): Form {
  const texts = SANDBOX_TEXTS[language];
  return {
    above: `<p>${texts.signInLead}</p>`,
    field: field({ name: 'name', label: texts.name, hint: texts.nameHint, problem }),
    button: texts.goOn,
  };
}

function releaseForm(
  { credential, release, labels }: NonNullable<AuthorizationRequest['wanted']>,
  language: SigningLanguage,
  problem: string | null,
): Form {
  const texts = SANDBOX_TEXTS[language];
  const count = release.signaturesMax;
  const rows = release.hashes.map((hash, index) => {
    const label = labels[index] || fill(texts.document, { number: String(index + 1) });
    const hex = Buffer.from(hash, 'base64').toString('hex');
    return `<li><strong><bdi>${escapeHtml(label)}</bdi></strong><code dir="ltr">${hex}</code></li>`;
  });
  const lead = fill(texts.releaseLead, {
    documents: count === 1 ? texts.oneDocument : fill(texts.documents, { count: String(count) }),
    holder: `<strong><bdi>${escapeHtml(credential.holder.name)}</bdi></strong>`,
    key: texts.kinds[credential.kind],
  });
  return {
    above: `<p>${lead}</p>\n<ol>${rows.join('\n')}</ol>`,
    field: field({
      name: 'otp',
      label: texts.otp,
      hint: fill(texts.otpHint, { otp: `<bdi>${SANDBOX_OTP}</bdi>` }),
      problem,
      more: 'inputmode="numeric" autocomplete="one-time-code" dir="ltr"',
    }),
    button: texts.release,
  };
}

/** The values are HTML. */
function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}

function field(about: { name: string; label: string; hint: string; problem: string | null; more?: string }) {
  const { name, label, hint, problem, more = 'autocomplete="name" dir="auto"' } = about;
  const described = problem === null ? 'hint' : 'hint problem';
  const invalid = problem === null ? '' : ' aria-invalid="true"';
  const shown =
    problem === null ? '' : `<p id="problem" class="problem" role="alert">${escapeHtml(problem)}</p>`;
  return `<label for="typed">${label}</label>
<p id="hint" class="quiet">${hint}</p>
<input id="typed" name="${name}" maxlength="64" required autofocus aria-describedby="${described}"${invalid} ${more}>
${shown}`;
}

function page(language: SigningLanguage, title: string, body: string): string {
  return `<!doctype html>
<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} – ${SANDBOX_NAME} · Paraph</title>
<link rel="icon" href="/paraph.svg">
<link rel="stylesheet" href="${STYLE_PATH}">
</head>
<body>
<header><p><strong><bdi>Sandbox Trust Services</bdi></strong> · ${SANDBOX_TEXTS[language].noEffect}</p></header>
<main>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`;
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

export const STYLE = `:root {
  color-scheme: light dark;
  --ink: #14213d; --paper: #fbfaf7; --surface: #ffffff; --line: #e4e1d9; --edge: #7f8592; --muted: #5c6270;
  --accent: #1d4ed8; --on-accent: #ffffff; --waiting: #8a5300; --waiting-wash: #fdf1d8; --stopped: #b3261e;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ink: #eceff5; --paper: #12151c; --surface: #1a1f2a; --line: #2c3342; --edge: #707b8f; --muted: #a3abba;
    --accent: #7aa2ff; --on-accent: #0d1426; --waiting: #f2b84b; --waiting-wash: #35290f; --stopped: #ff9a91;
  }
}
* { box-sizing: border-box; }
body { margin: 0; font: 16px/1.5 "Inter Variable", Inter, system-ui, sans-serif; background: var(--paper); color: var(--ink); overflow-wrap: anywhere; }
header { background: var(--waiting-wash); color: var(--waiting); padding: 0.75rem 1rem; }
header p { max-width: 34rem; margin: 0 auto; }
main { max-width: 36rem; margin: 0 auto; padding: 2rem 1rem 4rem; }
h1 { font-size: 25px; line-height: 1.25; margin: 0 0 1rem; }
.quiet { color: var(--muted); font-size: 14px; margin: 0 0 0.25rem; }
.problem { color: var(--stopped); margin: 0.25rem 0 0; }
ol { padding: 0; list-style: none; }
li { background: var(--surface); border: 1px solid var(--line); border-radius: 8px; padding: 0.75rem 1rem; margin: 0 0 0.5rem; }
code { display: block; font: 13px/1.5 ui-monospace, "DejaVu Sans Mono", monospace; color: var(--muted); }
label { display: block; font-weight: 600; }
input:not([type="hidden"]) { width: 100%; min-height: 44px; font: inherit; color: inherit; background: var(--surface); border: 1px solid var(--edge); border-radius: 8px; padding: 0.5rem 0.75rem; }
.buttons { display: flex; flex-wrap: wrap; gap: 0.75rem; margin-top: 1.5rem; }
button { min-height: 44px; font: inherit; font-weight: 600; color: inherit; background: transparent; border: 1px solid var(--edge); border-radius: 8px; padding: 0.5rem 1.25rem; cursor: pointer; }
.primary { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
`;
