import { type IntakeAnswer, refusedFor, type SourceFormat } from '../intake-messages.ts';
import { checkRtf } from './check-rtf.ts';
import { checkXmlPart, emptyFindings, type OfficeFindings } from './office-parts.ts';
import { readZip, ZipProblem } from './read-zip.ts';

const OLE = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const ENCRYPTED_PACKAGE = Buffer.from('EncryptedPackage', 'utf16le');
const ODT_TYPE = 'application/vnd.oasis.opendocument.text';
const DOCX_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
const HEIC = /^....ftyp(?:hei[cmsx]|hev[cmsx]|mif1|msf1|avif)/s;
const SAVE_AS_PDF = 'Save or print it as PDF and send that.';
const PROTECTED = 'It is protected by a password. Remove the password, or print it as PDF, and send that.';

/**
 * Whether an untrusted document of an office program may be given to the converter: what a page cannot show, what
 * would run, and what would be fetched is refused here, before another program reads it. Runs only in the intake's
 * child process.
 */
export function checkOffice(file: Buffer): IntakeAnswer {
  if (HEIC.test(file.toString('latin1', 0, 12))) return { kind: 'convertible', format: 'heic' };
  if (file.subarray(0, OLE.length).equals(OLE)) {
    if (file.includes(ENCRYPTED_PACKAGE)) return refusedFor(PROTECTED);
    return refusedFor(
      `It has the format of old versions of Word. Save it as DOCX, or as PDF, and send that.`,
    );
  }
  const isRtf = file.subarray(0, 5).toString('latin1') === '{\\rtf';
  try {
    const { format, findings } = isRtf
      ? { format: 'rtf' as const, findings: checkRtf(file) }
      : checkArchive(file);
    const problem = format === null ? `It is no text of Word or LibreOffice. ${SAVE_AS_PDF}` : say(findings);
    return format === null || problem !== null ? refusedFor(problem ?? '') : { kind: 'convertible', format };
  } catch (error) {
    if (!(error instanceof ZipProblem)) throw error;
    return refusedFor(error.isEncrypted ? PROTECTED : `${error.message} ${SAVE_AS_PDF}`);
  }
}

/** Reads all parts of it, wherever they stand: which one is the text is said by others. */
function checkArchive(file: Buffer): { format: SourceFormat | null; findings: OfficeFindings } {
  const findings = emptyFindings();
  let format: SourceFormat | null = null;
  for (const { name, bytes } of readZip(file)) {
    if (name === 'mimetype' && bytes.toString('latin1').trim() === ODT_TYPE) format = 'odt';
    if (name === '[Content_Types].xml') format ??= documentFormat(bytes, findings);
    if (/(^|\/)(Basic|Scripts)\/|vbaProject|vbaData/i.test(name)) findings.hasMacros = true;
    if (/(^|\/)(embeddings|activeX)\//i.test(name)) findings.hasObjects = true;
    checkXmlPart(bytes, findings);
  }
  return { format, findings };
}

function documentFormat(contentTypes: Buffer, findings: OfficeFindings): SourceFormat | null {
  const text = contentTypes.toString('utf8');
  if (/macroEnabled/i.test(text)) findings.hasMacros = true;
  return text.includes(DOCX_TYPE) || /ms-word\.document\.macroEnabled/i.test(text) ? 'docx' : null;
}

/** The first of what has to be done before it is sent, as a sentence. */
function say(findings: OfficeFindings): string | null {
  const { isEncrypted, hasMacros, hasObjects, changes, isLinked, isUnusual } = findings;
  if (isEncrypted) return PROTECTED;
  if (hasMacros) return 'It has macros. Save it without them (as DOCX or ODT), or as PDF, and send that.';
  if (changes > 0) {
    const which = changes === 1 ? 'the change that is' : `the ${changes} changes that are`;
    return `Accept or reject ${which} tracked in it first: people would not see what holds. Then send it again.`;
  }
  if (hasObjects)
    return 'It has embedded objects, such as a table of Excel or a chart. Paste them as pictures, or save it as PDF, and send that.';
  if (isLinked)
    return 'It takes pictures, text or a template from elsewhere. Insert them into the document, or save it as PDF, and send that.';
  return isUnusual ? `It has parts that are written in an unusual way. ${SAVE_AS_PDF}` : null;
}
