import type { PdfInput } from '../byte-source.ts';
import { defaultLimits, type Limits } from '../limits.ts';
import { docMdpLevelOf } from '../pdf/doc-mdp.ts';
import { PdfDocument } from '../pdf/document.ts';
import { formOf, readFields } from '../pdf/form-fields.ts';
import { numbersInUse, referencesIn } from '../pdf/object-numbers.ts';
import { pageInfo, walkPages } from '../pdf/pages.ts';
import { type IndirectObject, isDict, nameOf, type PdfDict } from '../pdf/values.ts';
import { requireExact } from '../pdf/xref-section.ts';
import { PdfRefusal } from '../pdf-refusal.ts';
import { type DigitGlyphs, findDigits, isFont, type ListedFont } from './digit-sheet.ts';
import { StreamSizeCheck } from './stream-size-check.ts';
import { reportActiveContent, type ValueFinding, walkValue } from './value-walk.ts';

/** Reasons to reject a file. */
export type RefusalKind =
  | 'certified-no-changes'
  | 'damaged'
  | 'embedded-file'
  | 'encryption'
  | 'external-content'
  | 'import-data'
  | 'javascript'
  | 'launch'
  | 'not-a-pdf'
  | 'rich-media'
  | 'submit-form'
  | 'too-large'
  | 'xfa';

export type WarningKind =
  | 'already-signed'
  | 'attached-xml'
  | 'need-appearances'
  | 'open-action-uri'
  | 'optional-content'
  | 'remote-link';

export interface Finding<Kind> {
  readonly kind: Kind;
  /** Plain English with the remedy; safe to show to users. */
  readonly message: string;
  /** Object number, or null. */
  readonly object: number | null;
}

export interface Examination {
  /** Empty when the file can be accepted. */
  readonly refusals: readonly Finding<RefusalKind>[];
  readonly warnings: readonly Finding<WarningKind>[];
  /** 0 when the page tree is unreadable. */
  readonly pageCount: number;
  /** Number of objects in use. */
  readonly objectCount: number;
  /** Whether print may differ from what a screen shows: false for certain in most files; else `findTwoFaces` knows. */
  readonly mayBeTwoFaced: boolean;
  /** What may stand for digits in its fonts, to be compared with how it looks; null where viewers have the fonts. */
  readonly digits: DigitGlyphs | null;
}

/**
 * Checks an untrusted file before it is accepted: reads every object, including those in object streams, and lists the
 * reasons to reject it. Never throws for the content of a file; `limits` bound time and memory.
 */
export function examine(
  input: PdfInput,
  limits: Limits = defaultLimits,
  options: ExamineOptions = {},
): Examination {
  const walk = new IntakeWalk(options);
  walk.guarded(null, () =>
    walk.run(new PdfDocument(input, { limits: { ...limits, parsedPasses: EXAMINED_PASSES } })),
  );
  return walk.result();
}

export interface ExamineOptions {
  /** The hashes of fonts whose digits need not be compared again. */
  readonly comparedFonts?: ReadonlySet<string>;
  /** Whether it may carry files that it declares as XML, as electronic invoices do. Default: no. */
  readonly mayCarryXml?: boolean;
}

/** Parsing budget: objects and pages are each read once, and reads extend beyond small objects. */
const EXAMINED_PASSES = 8;

class IntakeWalk {
  readonly #refusals: Finding<RefusalKind>[] = [];
  readonly #warnings = new Map<WarningKind, Finding<WarningKind>>();
  readonly #seen = new Set<string>();
  #findingsMax = 100;
  #pageCount = 0;
  #objectCount = 0;
  #mayBeTwoFaced = false;
  readonly #fonts: ListedFont[] = [];
  readonly #options: ExamineOptions;
  #digits: DigitGlyphs | null = null;

  constructor(options: ExamineOptions) {
    this.#options = options;
  }

  result(): Examination {
    return {
      refusals: this.#refusals,
      warnings: [...this.#warnings.values()],
      pageCount: this.#pageCount,
      objectCount: this.#objectCount,
      mayBeTwoFaced: this.#mayBeTwoFaced,
      digits: this.#digits,
    };
  }

  run(document: PdfDocument): void {
    this.#findingsMax = document.limits.findings;
    if (document.isEncrypted) {
      this.#refuse('encryption', null);
      return;
    }
    this.guarded(null, () => requireExact(document.xref));
    this.#walkObjects(document);
    this.guarded(null, () => this.#walkPages(document));
    this.guarded(null, () => this.#readCatalogue(document));
    if (this.#refusals.length === 0)
      this.#digits = findDigits(document, this.#fonts, this.#options.comparedFonts ?? new Set());
  }

  /** Turns a PdfRefusal of the reader into a finding; rethrows other errors. */
  guarded(object: number | null, step: () => void): boolean {
    try {
      step();
      return true;
    } catch (error) {
      if (!(error instanceof PdfRefusal)) throw error;
      const kind = error.code === 'limit' ? 'too-large' : error.code === 'header' ? 'not-a-pdf' : 'damaged';
      this.#refuse(kind, object, error.message);
      return false;
    }
  }

  #walkObjects(document: PdfDocument): void {
    const gauge = new StreamSizeCheck(document);
    const { nextNumber } = document;
    const report = (finding: ValueFinding): void => this.#report(finding);
    for (const number of numbersInUse(document)) {
      this.#objectCount += 1;
      const isRead = this.guarded(number, () => {
        const object = document.object(number);
        if (object === null) return;
        const reporter = { document, object: number, report };
        for (const visited of walkValue(object.value)) {
          reportActiveContent(visited, reporter);
          if (isFont(document, visited.dict)) this.#fonts.push(listedFont(visited.dict, object));
        }
        gauge.measure(object);
        for (const target of referencesIn(object.value))
          if (target >= nextNumber) throw danglingReference(number);
      });
      if (!isRead && this.#refusals.length >= this.#findingsMax) return;
    }
  }

  #walkPages(document: PdfDocument): void {
    let index = 0;
    for (const node of walkPages(document)) {
      pageInfo(document, node, index);
      index += 1;
      this.#pageCount = index;
    }
  }

  #readCatalogue(document: PdfDocument): void {
    const { dict } = document.root;
    const action = document.resolve(dict.entries.get('OpenAction'));
    if (isDict(action) && nameOf(document.resolve(action.entries.get('S'))) === 'URI')
      this.#warn('open-action-uri');
    if (document.dict(dict, 'OCProperties')) this.#warn('optional-content');
    const form = formOf(document);
    if (form && document.resolve(form.entries.get('NeedAppearances')) === true)
      this.#warn('need-appearances');
    const isSigned = readFields(document).some(
      (field) => field.type === 'Sig' && isDict(document.resolve(field.dict.entries.get('V'))),
    );
    if (isSigned) this.#warn('already-signed');
    if (docMdpLevelOf(document) === 1) this.#refuse('certified-no-changes', null);
  }

  #report(finding: ValueFinding): void {
    if (finding.kind === 'two-faced') this.#mayBeTwoFaced = true;
    else if (finding.kind === 'remote-link') this.#warn('remote-link', finding.object);
    else if (finding.kind !== 'attached-xml') this.#refuse(finding.kind, finding.object);
    else if (this.#options.mayCarryXml) this.#warn('attached-xml', finding.object);
    else this.#refuse('embedded-file', finding.object);
  }

  #refuse(kind: RefusalKind, object: number | null, message: string = refusalMessages[kind]): void {
    const key = `${kind} ${object} ${message}`;
    if (this.#seen.has(key) || this.#refusals.length >= this.#findingsMax) return;
    this.#seen.add(key);
    this.#refusals.push({ kind, message, object });
  }

  #warn(kind: WarningKind, object: number | null = null): void {
    if (!this.#warnings.has(kind)) this.#warnings.set(kind, { kind, message: warningMessages[kind], object });
  }
}

function listedFont(dict: PdfDict, { number, generation, value }: IndirectObject): ListedFont {
  return { dict, ref: dict === value ? { kind: 'ref', number, generation } : null };
}

/** An appended object could become the target of a dangling reference. */
function danglingReference(number: number): PdfRefusal {
  const message = 'The file is damaged: it refers to parts it does not have. Save or export it again.';
  return new PdfRefusal('object', message, `object ${number}`);
}

const refusalMessages: Record<RefusalKind, string> = {
  'certified-no-changes':
    'The file is certified so that nothing may be added to it. Ask its author for another copy.',
  damaged: 'The file is damaged. Save or export it again.',
  'embedded-file': 'The file carries other files inside. Remove the attachments and upload it again.',
  encryption: 'The file is protected with a password or encryption. Save it without protection.',
  'external-content': 'The file shows external content. Export it again with all content embedded.',
  'import-data': 'The file has an action that imports data. Print it to a new PDF.',
  javascript: 'The file contains JavaScript. Print it to a new PDF.',
  launch: 'The file has an action that starts a program. Print it to a new PDF.',
  'not-a-pdf': 'This is not a PDF file.',
  'rich-media': 'The file contains video, sound or 3D. Print it to a new PDF.',
  'submit-form': 'The file has a form that sends data elsewhere. Print it to a new PDF.',
  'too-large': 'The file is larger than is allowed.',
  xfa: 'The file is an XFA form, which looks different in every viewer. Print it to a new PDF.',
};

const warningMessages: Record<WarningKind, string> = {
  'already-signed':
    'The file is signed already; further signatures are appended and the earlier ones stay valid.',
  'attached-xml': 'The file carries data as XML inside, which its pages do not show.',
  'need-appearances':
    'The form leaves its look to the viewer; values may look different from viewer to viewer.',
  'open-action-uri': 'The file opens a web page when it is opened.',
  'optional-content': 'The file has layers that can be shown and hidden.',
  'remote-link': 'The file has links into other files.',
};
