/** What was found in the parts of an office document. */
export interface OfficeFindings {
  isEncrypted: boolean;
  hasMacros: boolean;
  hasObjects: boolean;
  /** How many tracked changes. */
  changes: number;
  /** Whether a program that opens it would read another file or address. */
  isLinked: boolean;
  /** Entities, a document type, another coding: readers differ in what they make of it. */
  isUnusual: boolean;
}

export function emptyFindings(): OfficeFindings {
  return {
    isEncrypted: false,
    hasMacros: false,
    hasObjects: false,
    changes: 0,
    isLinked: false,
    isUnusual: false,
  };
}

// Any prefix may stand before a name: it is bound to a namespace by the document itself.
const PREFIX = `(?:[^\\s<>/:="'!?]+:)?`;
/** Up to the end of a tag; a value may contain `>`. */
const ATTRIBUTES = `((?:"[^"]*"|'[^']*'|[^>"'])*)>`;
const named = (names: string) => new RegExp(`<${PREFIX}(?:${names})(?=[\\s/>])`, 'g');
/** ISO/IEC 29500-1 §17.13.5: revisions. */
const WORD_CHANGES = named(
  'ins|del|moveFrom|moveTo|cellIns|cellDel|cellMerge|(?:r|p|sect|tbl|tc|tr)PrChange|(?:tblPrEx|tblGrid|numbering)Change',
);
const WORD_NAMESPACE =
  /schemas\.openxmlformats\.org\/wordprocessingml\/2006\/main|purl\.oclc\.org\/ooxml\/wordprocessingml\/main/;
const WORD_OBJECTS = named('object|control|altChunk|subDoc');
/** The same of OpenDocument: tracked changes, frames with objects, scripts. */
const ODF_CHANGES = named('changed-region');
const ODF_OBJECTS = named('object|object-ole|plugin|applet|floating-frame');
const ODF_SCRIPTS = named('script|event-listener');
const ODF_LINKS = named('dde-source|dde-connection-decl|database-display|connection-resource');
const ODF_NAMESPACE = /urn:oasis:names:tc:opendocument:xmlns:office/;
const MANIFEST_ENCRYPTION = named('encryption-data');
const RELATIONSHIPS = named('Relationships');
const RELATIONSHIP = new RegExp(`<${PREFIX}Relationship\\s${ATTRIBUTES}`, 'g');
const FIELD_PIECE = new RegExp(
  `<${PREFIX}(?:fldChar\\s(?<mark>[^>]*)>|instrText(?:\\s${ATTRIBUTES}|>)(?<words>[^<]*)<)`,
  'g',
);
const ELEMENT = new RegExp(`<${PREFIX}([\\w.-]+)\\s${ATTRIBUTES}`, 'g');
/** Fields that read other files (ISO/IEC 29500-1 §17.16.5) or ask other programs. */
export const READING_FIELDS =
  /^[\s"]*(?:INCLUDEPICTURE|INCLUDETEXT|INCLUDE|IMPORT|LINK|DDE|DDEAUTO|DATABASE|RD)\b/i;
const OBJECT_RELATION =
  /\/(?:oleObject|package|control|activeXControlBinary|aFChunk|vbaProject|subDocument)$/i;

/** Adds what a part has to the findings, if it is XML. */
export function checkXmlPart(bytes: Buffer, findings: OfficeFindings): void {
  const text = readXml(bytes, findings);
  if (text === null) return;
  const isRead = [RELATIONSHIPS, WORD_NAMESPACE, ODF_NAMESPACE].some((each) => text.search(each) >= 0);
  // Comments, sections of raw text and references by number hide words from a search.
  if (isRead ? /<!/.test(text) || hidesLetters(text) : /<!(?:DOCTYPE|ENTITY)/i.test(text))
    findings.isUnusual = true;
  if (count(text, MANIFEST_ENCRYPTION) > 0) findings.isEncrypted = true;
  if (count(text, RELATIONSHIPS) > 0) checkRelations(text, findings);
  if (WORD_NAMESPACE.test(text)) checkWord(text, findings);
  if (ODF_NAMESPACE.test(text)) checkOpenDocument(text, findings);
}

/** Null where it is no XML: a picture, a font. */
function readXml(bytes: Buffer, findings: OfficeFindings): string | null {
  const start = bytes.toString('latin1', 0, 4);
  if (start.startsWith('\xff\xfe')) return bytes.toString('utf16le', 2);
  // Without a mark, or with that of the other order of bytes: no office program writes it.
  if (['\xfe\xff', '\0<', '<\0', '\x4c\x6f\xa7\x94'].some((mark) => start.startsWith(mark)))
    findings.isUnusual = true;
  const text = bytes.toString('utf8');
  if (!/^\ufeff?\s*</.test(text)) return null;
  const [, coding = 'utf-8'] = /^\ufeff?\s*<\?xml[^>]*?encoding\s*=\s*["']([\w.-]+)/i.exec(text) ?? [];
  if (!/^(?:utf-8|us-ascii)$/i.test(coding)) findings.isUnusual = true;
  return text;
}

/** A line break or a letter with an accent may be a reference; a plain letter is one by intention. */
function hidesLetters(text: string): boolean {
  return [...text.matchAll(/&#(?:x([0-9a-f]+)|([0-9]+));/gi)].some(([, hex, decimal]) => {
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code < 0x7f && /[A-Za-z:/\\.]/.test(String.fromCharCode(code));
  });
}

const count = (text: string, names: RegExp) => text.match(names)?.length ?? 0;

function checkWord(text: string, findings: OfficeFindings): void {
  findings.changes += count(text, WORD_CHANGES);
  if (count(text, WORD_OBJECTS) > 0) findings.hasObjects = true;
  const simple = [...text.matchAll(/\s(?:[\w.-]+:)?instr\s*=\s*(?:"([^"]*)"|'([^']*)')/g)];
  const fields = [...simple.map(([, double, single]) => double ?? single ?? ''), ...complexFields(text)];
  if (fields.some((words) => READING_FIELDS.test(words))) findings.isLinked = true;
}

/** The words of each field, which may be in pieces, each in a run of its own. */
function complexFields(text: string): string[] {
  const fields = [''];
  for (const { groups = {} } of text.matchAll(FIELD_PIECE)) {
    if (groups.mark?.includes('begin')) fields.push('');
    fields[fields.length - 1] += groups.words ?? '';
  }
  return fields;
}

/** What else belongs to a part, and where it is: the relationships of the packages of Word. */
function checkRelations(text: string, findings: OfficeFindings): void {
  for (const [, attributes = ''] of text.matchAll(RELATIONSHIP)) {
    const attribute = (name: string) =>
      new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`)
        .exec(attributes)
        ?.slice(1)
        .find(Boolean) ?? '';
    const type = attribute('Type');
    if (OBJECT_RELATION.test(type)) findings.hasObjects = true;
    if (attribute('TargetMode') !== 'External' || type.endsWith('/hyperlink')) continue;
    // Word writes where the template lay that a text was begun with; nothing reads it there.
    const isOwnTemplate =
      type.endsWith('/attachedTemplate') && /^file:\/\/\/[a-z]:/i.test(attribute('Target'));
    if (!isOwnTemplate) findings.isLinked = true;
  }
}

function checkOpenDocument(text: string, findings: OfficeFindings): void {
  findings.changes += count(text, ODF_CHANGES);
  if (count(text, ODF_OBJECTS) > 0) findings.hasObjects = true;
  if (count(text, ODF_SCRIPTS) > 0) findings.hasMacros = true;
  if (count(text, ODF_LINKS) > 0) findings.isLinked = true;
  for (const [, element = '', attributes = ''] of text.matchAll(ELEMENT)) {
    // A link that a person follows, and where the template lay.
    if (element === 'a' || element === 'template') continue;
    for (const [, target = ''] of attributes.matchAll(/:href\s*=\s*["']([^"']*)/g))
      if (/^\s*(?:[a-z][a-z0-9+.-]*:|[/\\])|\.\./i.test(target)) findings.isLinked = true;
  }
}
