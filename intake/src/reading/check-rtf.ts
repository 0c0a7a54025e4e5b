import { emptyFindings, type OfficeFindings, READING_FIELDS } from './office-parts.ts';

/** Rich Text Format 1.9.1: a control word with its number, a byte in hexadecimal, or a control symbol. */
const CONTROL = /\\(?:([a-zA-Z]{1,32})(-?\d{1,10})? ?|'[0-9a-fA-F]{2}|[^a-zA-Z])/y;
const OBJECTS = /^obj(?:ect|data|emb|link|autlink|sub|pub|icemb|html|ocx|update)$/;
const CHANGES = /^(?:revised|deleted|mvf|mvt)$/;
/** Groups whose words name another file. */
const NAMING = /^(?:fldinst|template|datafield|includetext)$/;

interface Group {
  /** The words of the group, where they name another file; shared with the groups inside. */
  words: string[] | null;
}

/** What an RTF text has that a page cannot show, read by its groups and control words. */
export function checkRtf(file: Buffer): OfficeFindings {
  const findings = emptyFindings();
  const text = file.toString('latin1');
  const groups: Group[] = [{ words: null }];
  const named: string[][] = [];
  for (let at = 0; at < text.length; ) {
    const character = text[at] ?? '';
    const group = groups.at(-1) ?? { words: null };
    if (character === '\\') {
      CONTROL.lastIndex = at;
      const [whole = '\\', word = '', number = ''] = CONTROL.exec(text) ?? [];
      at += whole.length;
      if (word === 'bin') at += Math.max(0, Number(number));
      else if (NAMING.test(word)) {
        group.words = [];
        named.push(group.words);
      } else note(word, number, findings);
      if (whole.startsWith("\\'"))
        group.words?.push(String.fromCharCode(Number.parseInt(whole.slice(2), 16)));
      continue;
    }
    if (character === '{') groups.push({ words: group.words });
    else if (character === '}') groups.pop();
    else group.words?.push(character.trim() === '' && character !== ' ' ? '' : character);
    at += 1;
  }
  for (const words of named) {
    const said = words.join('');
    if (READING_FIELDS.test(said) || /^\s*(?:https?:|ftp:|\\\\|\/\/)/i.test(said)) findings.isLinked = true;
  }
  return findings;
}

function note(word: string, number: string, findings: OfficeFindings): void {
  if (OBJECTS.test(word)) findings.hasObjects = true;
  if (CHANGES.test(word) && number !== '0') findings.changes += 1;
}
