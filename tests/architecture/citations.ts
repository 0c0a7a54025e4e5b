import { posix } from 'node:path';

/** A text of the project, in which reasons are cited and other pages are linked. */
export interface Page {
  /** From the project's root, with slashes. */
  path: string;
  text: string;
}

/** Standards and specifications that may be cited by clause, each in the one form that can be looked up. */
const STANDARDS = [
  String.raw`RFC \d{3,5}`,
  String.raw`ISO(?:\/IEC)? \d{4,5}(?:-\d)?(?: Table \d+)?`,
  String.raw`EN \d{3} \d{3}(?:-\d)?`,
  String.raw`TS \d{3} \d{3}(?:-\d)?`,
  String.raw`X\.\d{3}`,
  String.raw`SP 800-\d+[A-Z]?`,
  String.raw`Adobe Technical Note \d{4}`,
  String.raw`CSC API \d(?:\.\d+)+`,
  String.raw`WCAG 2\.2`,
  'WHATWG [A-Z]+',
  String.raw`SMPP \d\.\d`,
];
const STANDARD = new RegExp(String.raw`(?:^|[^\w.])(?:${STANDARDS.join('|')}) $`);
const OWN_PAGE = /(?:([\w/.-]+\.md)`?|\b(ARCHITECTURE)) $/;
/** After an earlier clause of the same source: "§3.1, §4.1.1", "§4 to §9". */
const FURTHER = /§\d[\d.]*(?: [a-z])?(?:,| and| or| to) $/;

const MALFORMED = [
  /\b(?:RFC|ISO|EN)[-#]?\d{3,}/,
  /\bRFC #?\d{1,2}\b/,
  /\bEN \d{6}/,
  /\b(?:RFC|ISO|EN|TS) [\d -]+,? (?:section|sec\.|clause|chapter|paragraph) ?\d/i,
];

/** What is wrong with the citations of a text: a clause without its source, a section that does not exist, a strange form. */
export function findCitationProblems({ path, text }: Page, pages: readonly Page[]): string[] {
  const folded = foldComments(text);
  const problems: string[] = [];
  let ownPage: string | null = null;
  for (const { index } of folded.matchAll(/§/g)) {
    const before = folded.slice(Math.max(0, index - 80), index);
    const clause = /^§(\d+(?:\.\d+)*)/.exec(folded.slice(index, index + 20))?.[1];
    // The text of a link, which the rule for links resolves.
    if (before.endsWith('[')) continue;
    const shown = `${before.slice(-30)}${folded.slice(index, index + 8)}`.trim();
    if (STANDARD.test(before)) ownPage = null;
    else if (OWN_PAGE.test(before)) ownPage = nameOf(OWN_PAGE.exec(before));
    else if (path.endsWith('.md') && /[(,] ?$/.test(before) && !FURTHER.test(before))
      ownPage = posix.basename(path);
    else if (!FURTHER.test(before)) {
      problems.push(`"${shown}" does not say of what`);
      continue;
    }
    if (clause === undefined) problems.push(`"${shown}" has no number`);
    else if (ownPage !== null && !hasSection(findPage(ownPage, path, pages), clause)) {
      problems.push(`${ownPage} §${clause} does not exist`);
    }
  }
  // The name of a timestamp's format is written together.
  const plain = folded.replaceAll('ETSI.RFC3161', '');
  for (const shape of MALFORMED) {
    const found = shape.exec(plain)?.[0];
    if (found) problems.push(`"${found}" is not how a standard is cited`);
  }
  return problems;
}

/** What is wrong with the relative links of a Markdown page: no such file, or no such heading in it. */
export function findLinkProblems(
  { path, text }: Page,
  pages: readonly Page[],
  exists: (path: string) => boolean,
): string[] {
  const prose = withoutCode(text);
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, target = '']) => {
    if (/^(https?|mailto):/.test(target)) return [];
    const [file = '', anchor] = target.split('#');
    const linked = file === '' ? path : posix.normalize(posix.join(posix.dirname(path), file));
    if (file !== '' && !exists(linked)) return [`${target} leads to no file`];
    if (anchor === undefined) return [];
    const page = pages.find((each) => each.path === linked);
    return page && anchorsOf(page.text).has(anchor) ? [] : [`${target} leads to no heading`];
  });
}

function nameOf(match: RegExpExecArray | null): string | null {
  return match?.[1] ?? (match?.[2] ? `${match[2]}.md` : null);
}

/** Names of files in the prose of a page that no file of the project has: what was renamed, and the page was not. */
export function findNameProblems({ text }: Page, paths: readonly string[]): string[] {
  const named = [...withoutFences(text).matchAll(/`((?:[\w-]+\/)*[\w-][\w.-]*\.(?:tsx?|mjs|sql|md))`/g)];
  return [...new Set(named.map(([, name = '']) => name))]
    .filter((name) => !paths.some((path) => path === name || path.endsWith(`/${name}`)))
    .map((name) => `there is no ${name}`);
}

/** Functions and tables that a page names after their file, and that the file does not have. */
export function findSymbolProblems({ text }: Page, readFile: (path: string) => string | null): string[] {
  const named = text.matchAll(/`([\w/.-]+\.tsx?)`: ((?:`\w+`,? ?)+)/g);
  return [...named].flatMap(([, path = '', names = '']) =>
    [...names.matchAll(/\w+/g)]
      .filter(([name]) => !new RegExp(`(?:function|const) ${name}\\b`).test(readFile(path) ?? ''))
      .map(([name]) => `${path} has no ${name}`),
  );
}

/** A page by the name it is cited under: as a link would find it, from the project's root, or in docs/. */
function findPage(name: string, from: string, pages: readonly Page[]): Page | null {
  const candidates = [posix.join(posix.dirname(from), name), name, posix.join('docs', name)];
  const found = (wanted: string) => pages.find(({ path }) => path.toLowerCase() === wanted.toLowerCase());
  return candidates.map(found).find((page) => page !== undefined) ?? null;
}

function hasSection(page: Page | null, clause: string): boolean {
  return page !== null && headingsOf(page.text).some((heading) => heading.split(/\.? /)[0] === clause);
}

function headingsOf(text: string): string[] {
  return [...withoutFences(text).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) => heading.trim());
}

/** The anchors of a page as GitHub makes them: lower case, without punctuation, numbered where one repeats. */
function anchorsOf(text: string): Set<string> {
  const anchors = new Set<string>();
  for (const heading of headingsOf(text)) {
    const plain = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll('`', '');
    const slug = plain
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-');
    let anchor = slug;
    for (let count = 1; anchors.has(anchor); count += 1) anchor = `${slug}-${count}`;
    anchors.add(anchor);
  }
  return anchors;
}

/** A comment over several lines as one, so that a citation may begin on one line and end on the next. */
function foldComments(text: string): string {
  return text.replaceAll(/\s*\n\s*(?:\*(?!\/)|\/\/|--|>)?\s*/g, ' ');
}

function withoutFences(text: string): string {
  return text.replaceAll(/^( *)(`{3,}|~{3,})[\s\S]*?^\1\2$/gm, '');
}

function withoutCode(text: string): string {
  return withoutFences(text).replaceAll(/`[^`\n]*`/g, '');
}
