import { checkCms } from '../cms/check-cms.ts';
import type { Problem, ProblemCode } from '../cms/problem.ts';
import { type ReadCms, readCms } from '../cms/read-cms.ts';
import type { DocMdpLevel } from '../pdf/doc-mdp.ts';
import type { PdfDocument } from '../pdf/document.ts';
import { levelAfter } from '../pdf/field-locks.ts';
import type { FormField } from '../pdf/form-fields.ts';
import { decodeTextString } from '../pdf/text-string.ts';
import {
  isArray,
  isDict,
  isInteger,
  isRef,
  isString,
  nameOf,
  type PdfDict,
  type PdfValue,
} from '../pdf/values.ts';
import { PdfRefusal } from '../pdf-refusal.ts';
import {
  checkTimestampToken,
  readTimestampToken,
  type TimestampToken,
} from '../timestamp/timestamp-token.ts';
import type { RevisionHistory } from './revisions.ts';
import { type RangeHasher, readSignedRange, type SignedRange } from './signed-range.ts';

export type Coverage = 'whole-file' | 'whole-revision' | 'partial';

export interface SignedField {
  readonly field: FormField;
  readonly dict: PdfDict;
}

/** Fields that hold a signature or document timestamp. */
export function signedFields(document: PdfDocument, fields: readonly FormField[]): SignedField[] {
  return fields
    .filter(({ type }) => type === 'Sig')
    .map((field) => ({ field, dict: document.resolve(field.dict.entries.get('V')) }))
    .filter((signed): signed is SignedField => isDict(signed.dict));
}

/** Start of the /Contents placeholder by /ByteRange; in this order one pass hashes all signatures. */
export function claimedStart({ dict }: SignedField): number {
  const range = dict.entries.get('ByteRange');
  const start = isArray(range) ? range.items[1] : null;
  return isInteger(start) ? start : 0;
}

/** Facts about a signature or document timestamp from the bytes alone, without trust. */
export interface SignedFacts {
  readonly fieldName: string;
  readonly kind: 'signature' | 'timestamp';
  /** End of the signed bytes; 0 when unknown. */
  readonly end: number;
  /** Empty when it is intact. */
  readonly problems: readonly Problem[];
  readonly coverage: Coverage;
  /** The signed revision; null unless it is a complete file that holds this signature. */
  readonly signedDocument: PdfDocument | null;
  /** Permitted later changes, by the certification or its own lock; null without either. */
  readonly level: DocMdpLevel | null;
  readonly cms: ReadCms | null;
  /** The token of a document timestamp; null for a signature. */
  readonly token: TimestampToken | null;
  /** SubFilter ETSI.CAdES.detached: the signed attributes must bind the certificate (EN 319 142-1 §6.3). */
  readonly isCades: boolean;
  readonly signingTime: Date | null;
  readonly reason: string | null;
}

export function readFacts(history: RevisionHistory, signed: SignedField, hasher: RangeHasher): SignedFacts {
  return new FieldReading(history, signed).facts(hasher);
}

class FieldReading {
  readonly #history: RevisionHistory;
  readonly #document: PdfDocument;
  readonly #field: FormField;
  readonly #dict: PdfDict;
  readonly #problems: Problem[] = [];

  constructor(history: RevisionHistory, { field, dict }: SignedField) {
    this.#history = history;
    this.#document = history.document;
    this.#field = field;
    this.#dict = dict;
  }

  facts(hasher: RangeHasher): SignedFacts {
    const format = this.#name('SubFilter');
    const range = this.#readRange();
    const isCades = format === 'ETSI.CAdES.detached';
    const kind = format === 'ETSI.RFC3161' ? 'timestamp' : 'signature';
    const { cms, token } = this.#readContents(format);
    if (range) {
      const digestOf = (hash: string): Uint8Array => hasher.digest(range, hash);
      if (token) this.#guarded(() => this.#add('value', ...checkTimestampToken(token, digestOf)));
      else if (cms) this.#guarded(() => this.#problems.push(...checkCms(cms, { digestOf, isCades })));
    }
    const signedDocument = range ? this.#signedDocument(range) : null;
    // References of the dictionary are resolved in the signed revision.
    const claimed = this.#text('M', signedDocument);
    return {
      fieldName: this.#field.name,
      kind,
      end: range?.end ?? 0,
      problems: this.#problems,
      coverage: this.#coverage(range, signedDocument),
      signedDocument,
      level: signedDocument && this.#level(signedDocument),
      cms,
      token,
      isCades,
      signingTime: claimed === null ? null : parseDate(claimed),
      reason: this.#text('Reason', signedDocument),
    };
  }

  #readRange(): SignedRange | null {
    const value = this.#field.dict.entries.get('V');
    const object = isRef(value) ? this.#document.object(value.number) : null;
    if (!object) {
      this.#add('place', 'The signature is not an object of its own.');
      return null;
    }
    const result = readSignedRange(this.#document, object);
    if (!('problem' in result)) return result;
    this.#add('place', result.problem);
    return null;
  }

  /** Reads the CMS even when /ByteRange is wrong, so that the report names the signer. */
  #readContents(format: string): Pick<SignedFacts, 'cms' | 'token'> {
    let read: Pick<SignedFacts, 'cms' | 'token'> = { cms: null, token: null };
    const contents = this.#document.resolve(this.#dict.entries.get('Contents'));
    if (!['ETSI.CAdES.detached', 'adbe.pkcs7.detached', 'ETSI.RFC3161'].includes(format))
      this.#add('unsupported', `The signature format ${format || '(none)'} is not supported.`);
    else if (isString(contents))
      this.#guarded(() => {
        const token = format === 'ETSI.RFC3161' ? readTimestampToken(contents.bytes) : null;
        read = { token, cms: token?.cms ?? readCms(contents.bytes) };
      });
    return read;
  }

  #signedDocument(range: SignedRange): PdfDocument | null {
    const value = this.#field.dict.entries.get('V');
    const signed = this.#history.signedDocumentAt(range.end);
    if (!signed || !isRef(value)) return null;
    const then = signed.entry(value.number);
    const now = this.#document.entry(value.number);
    const isSame = then.type === 'offset' && now.type === 'offset' && then.offset === now.offset;
    if (isSame && this.#isInField(signed, value.number)) return signed;
    this.#add('place', 'The signature object is not the one that was signed.');
    return null;
  }

  /** Exactly this field must hold the signature: a second field could claim the same one. */
  #isInField(signed: PdfDocument, value: number): boolean {
    let names: string[] = [];
    this.#guarded(() => {
      const fields = this.#history.fieldsOf(signed);
      const isHolder = (reference: PdfValue | undefined): boolean =>
        isRef(reference) && reference.number === value;
      names = fields.filter(({ dict }) => isHolder(dict.entries.get('V'))).map(({ name }) => name);
    });
    return names.length === 1 && names[0] === this.#field.name;
  }

  #level(signed: PdfDocument): DocMdpLevel | null {
    let level: DocMdpLevel | null = 1;
    this.#guarded(() => {
      level = levelAfter(signed, this.#field);
    });
    return level;
  }

  #coverage(range: SignedRange | null, signed: PdfDocument | null): Coverage {
    if (!range || !signed) return 'partial';
    return range.end === this.#document.source.size ? 'whole-file' : 'whole-revision';
  }

  #add(code: ProblemCode, ...texts: readonly string[]): void {
    this.#problems.push(...texts.map((text) => ({ code, text })));
  }

  #guarded(step: () => void): void {
    try {
      step();
    } catch (error) {
      if (!(error instanceof PdfRefusal)) throw error;
      this.#add('malformed', error.message);
    }
  }

  #name(key: string): string {
    return nameOf(this.#document.resolve(this.#dict.entries.get(key))) ?? '';
  }

  #text(key: string, signed: PdfDocument | null): string | null {
    const value = (signed ?? this.#document).resolve(this.#dict.entries.get(key));
    return isString(value) ? decodeTextString(value.bytes) : null;
  }
}

/** D:YYYYMMDDHHmmSSOHH'mm' with everything after the year optional (ISO 32000-1 §7.9.4). */
function parseDate(text: string): Date | null {
  const match =
    /^D:(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(?:Z(?:00'?00'?)?|([+-])(\d\d)'?(\d\d)?'?)?$/.exec(text);
  if (!match) return null;
  const [year, month = '01', day = '01', hour = '00', minute = '00', second = '00'] = match.slice(1, 7);
  const local = Date.UTC(
    Number(year),
    Number(month) - 1,
    Number(day),
    Number(hour),
    Number(minute),
    Number(second),
  );
  const offset = (Number(match[8] ?? 0) * 60 + Number(match[9] ?? 0)) * 60_000;
  return new Date(match[7] === '-' ? local + offset : local - offset);
}
