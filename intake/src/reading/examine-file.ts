import {
  countUnplaced,
  isOnPage,
  LIMITS,
  type Placement,
  type PlannedField,
  type PrintedTag,
  placeFields,
} from '@paraph/domain';
import {
  type DigitSheet,
  defaultLimits,
  type Examination,
  examine,
  type Inspection,
  inspect,
  type NewSignatureField,
  PdfRefusal,
  prepareDocument,
  type RefusalKind,
  userRectToDisplayed,
} from '@paraph/pades';
import type { DetectedAnchor, ExamineRequest, IntakeAnswer, IntakeFindings } from '../intake-messages.ts';
import { comparedFonts, findSwappedDigit } from './check-digits.ts';
import { backgroundsOf, ContentMap } from './content-map.ts';
import { findAnchors, type MeasureContent, mayHoldAnchors, rectOf } from './find-anchors.ts';
import { findBlankAreas } from './find-blank-areas.ts';
import { findForm } from './find-form-fields.ts';
import { findTags, mayHoldTags } from './find-tags.ts';
import { findOtherPrint, giveOneFace, type OneFace } from './one-face.ts';
import { type Raster, type ViewedDocument, type Viewer, ViewerError } from './pdfium.ts';
import { findHarmByFields } from './rehearse-file.ts';
import { layOutSignaturePages, type SignaturePages } from './signature-page.ts';

const INTAKE_LIMITS = {
  ...defaultLimits,
  fileBytes: LIMITS.uploadBytesMax,
  pages: LIMITS.workflowPagesMax,
} as const;

/** For finding what a page shows: a hairline still leaves a trace, and any page size is drawn in little time. */
const PIXELS_PER_POINT = 0.75;
const PIXELS_MAX = 400_000;

const REPORT_PAGES = 50;
/** Pages that are drawn to see their tags: of more, the last ones have none. */
const TAGGED_PAGES_MAX = 60;
/** What that costs, in pages whose text alone is read. */
const TAGGED_PAGE = 8;

type ExamineOptions = Pick<ExamineRequest, 'plan' | 'documentName' | 'mayCarryXml' | 'taken'> & {
  /** Called every few pages: a long document gets more time. */
  onPagesRead(pages: number): void;
};

/**
 * Examines an untrusted file: whether it is accepted, and where its fields can be placed. Runs only in the intake's
 * child process, because the file may be built to crash or stall its reader.
 */
export function examineFile(viewer: Viewer, file: Uint8Array, options: ExamineOptions): IntakeAnswer {
  const { mayCarryXml = false } = options;
  const examination = examine(file, INTAKE_LIMITS, { comparedFonts, mayCarryXml });
  if (examination.refusals.length > 0) return refuseExamined(examination, file);
  const faced = examination.mayBeTwoFaced
    ? faceOf(file, examination)
    : { file, update: NO_UPDATE, doubted: new Set<number>() };
  if ('reasons' in faced) return { ...refuse(faced.reasons), isTwoFaced: true };
  let document: ViewedDocument | null = null;
  try {
    const inspection = inspect(faced.file, INTAKE_LIMITS);
    const sheet = examination.digits && inspection.layOutDigits(examination.digits);
    document = viewer.open(faced.file, sheet?.update);
    if (!document) return refuse([UNSHOWABLE]);
    return new IntakeReading(document, {
      ...faced,
      viewer,
      inspection,
      sheet,
      options,
      examination,
    }).answer();
  } catch (error) {
    if (error instanceof ViewerError || error instanceof PdfRefusal) return refuse([UNSHOWABLE]);
    throw error;
  } finally {
    document?.close();
  }
}

const NO_UPDATE = new Uint8Array();

function faceOf(file: Uint8Array, { warnings, pageCount }: Examination): OneFace {
  const isSigned = warnings.some(({ kind }) => kind === 'already-signed');
  return giveOneFace(file, { isSigned, pageCount, limits: INTAKE_LIMITS });
}

const UNSHOWABLE = 'The file cannot be shown as it is. Print it to a new PDF and send that.';
const SIGNED_AND_FULL =
  'The file is signed already and has no blank area for further signatures. Send a copy that is not signed.';
const SIGNED_AND_MORE =
  'The file is signed already and its text anchors ask for more than signatures. Send a copy that is not signed.';
const CERTIFIED =
  'The file is certified and has no empty signature field for everyone who is to sign. Send a copy that is not certified.';
const DAMAGED_AND_SIGNED =
  'The file is damaged, and a repair would break the signatures in it. Ask for an undamaged copy.';
const FIELDS = `The file has more than ${LIMITS.workflowFieldsMax} text anchors. Use fewer.`;

/** In this order: problems of the file as a whole before those of its content. */
const REPAIRABLE: readonly RefusalKind[] = ['damaged', 'not-a-pdf'];

function refuseExamined({ refusals }: Examination, file: Uint8Array): IntakeAnswer {
  const isDamaged = refusals.every(({ kind }) => REPAIRABLE.includes(kind));
  const isSigned = isDamaged && Buffer.from(file.buffer, file.byteOffset, file.length).includes('/ByteRange');
  if (isSigned) return refuse([DAMAGED_AND_SIGNED]);
  const reasons = [...new Set(refusals.map(({ message }) => message))];
  return { kind: 'refused', reasons, isRepairable: isDamaged };
}

function refuse(reasons: string[]): Extract<IntakeAnswer, { kind: 'refused' }> {
  return { kind: 'refused', reasons, isRepairable: false };
}

/** `update`: what it ends with, where the upload had two faces. */
interface ReadFile extends Exclude<OneFace, { reasons: string[] }> {
  examination: Examination;
  viewer: Viewer;
  inspection: Inspection;
  /** What was appended to the copy that the viewer has. */
  sheet: DigitSheet | null;
}

class IntakeReading {
  readonly #document: ViewedDocument;
  readonly #about: ReadFile;
  readonly #file: Uint8Array;
  readonly #options: ExamineOptions;
  readonly #inspection: Inspection;
  readonly #warnings: string[];
  readonly #taken: readonly Placement[];
  /** The page that was drawn last. */
  #drawn: { index: number; raster: Raster } | null = null;

  constructor(document: ViewedDocument, about: ReadFile & { options: ExamineOptions }) {
    this.#document = document;
    this.#about = about;
    this.#file = about.file;
    this.#options = about.options;
    this.#taken = about.options.taken ?? [];
    this.#inspection = about.inspection;
    this.#warnings = about.examination.warnings.map(({ kind }) => kind);
  }

  /** Null for a file that prints as it shows, and whose text says what its digits show. */
  #findSecondFace(): string | null {
    const { doubted, viewer, sheet, examination } = this.#about;
    const { digits } = examination;
    const document = this.#document;
    const { pages, pageCount } = this.#inspection;
    return (
      findOtherPrint(document, doubted, (index) => this.#pixelsOf(index)) ??
      (sheet && digits && findSwappedDigit(viewer, { document, digits, sheet, pages, pageCount }))
    );
  }

  answer(): IntakeAnswer {
    const { pageCount } = this.#inspection;
    const shownPages = this.#document.pageCount - (this.#about.sheet ? 1 : 0);
    // The two parsers disagree, so it would be unclear which document is being signed.
    if (pageCount !== shownPages || pageCount === 0) return refuse([UNSHOWABLE]);
    const secondFace = this.#findSecondFace();
    if (secondFace !== null) return { ...refuse([secondFace]), isTwoFaced: true };
    const { anchors, tags } = this.#findAnchors(pageCount);
    if (anchors.length > LIMITS.workflowFieldsMax) return refuse([FIELDS]);
    const formFields = this.#findFormFields();
    const needed = countUnplaced(this.#options.plan, { anchors, formFields });
    const blanks = needed > 0 ? this.#findBlankPlaces(needed, anchors) : [];
    const added = blanks ? null : this.#layOutPages(needed);
    const pageSizes = this.#readSizes(pageCount);
    const findings: IntakeFindings = {
      pages: pageSizes.concat(added?.pages.map(({ width, height }) => ({ width, height })) ?? []),
      anchors,
      ...(tags.length > 0 ? { tags } : {}),
      formFields,
      form: findForm(this.#inspection, pageSizes),
      blankAreas: blanks ?? added?.placements ?? [],
      notes: [
        ...this.#warnings,
        ...(this.#about.update.length > 0 ? ['flattened'] : []),
        ...(added ? ['signature-page-added'] : []),
      ],
    };
    const problem = this.#checkSigned(findings, added !== null);
    if (problem !== null) return refuse([problem]);
    const pages = added
      ? prepareDocument(this.#file, { addedPages: added.pages, limits: INTAKE_LIMITS })
      : NO_UPDATE;
    const update = Buffer.concat([this.#about.update, pages]);
    const incrementalUpdate = update.length > 0 ? update.toString('base64') : null;
    return { kind: 'accepted', findings, incrementalUpdate };
  }

  #readSizes(pageCount: number): { width: number; height: number }[] {
    return Array.from({ length: pageCount }, (_each, index) => {
      const { width, height } = this.#document.sizeOf(index);
      return { width: round(width), height: round(height) };
    });
  }

  #findAnchors(pageCount: number): { anchors: DetectedAnchor[]; tags: PrintedTag[] } {
    const anchors: DetectedAnchor[] = [];
    const tags: PrintedTag[] = [];
    let tagged = 0;
    for (let index = 0; index < pageCount; index += 1) {
      // Every anchor has an underscore, and every tag has braces.
      if (this.#inspection.mayShowMark(index)) {
        const found = this.#findAnchorsOn(index);
        anchors.push(...found.anchors);
        if (found.mayHoldTags && tagged < TAGGED_PAGES_MAX && tags.length < LIMITS.workflowFieldsMax) {
          tags.push(...this.#findTagsOn(index));
          tagged += 1;
        }
      }
      if (anchors.length > LIMITS.workflowFieldsMax) break;
      if ((index + 1) % REPORT_PAGES === 0) this.#options.onPagesRead(REPORT_PAGES);
    }
    return { anchors, tags: tags.slice(0, LIMITS.workflowFieldsMax) };
  }

  #findAnchorsOn(index: number): { anchors: DetectedAnchor[]; mayHoldTags: boolean } {
    return this.#document.readText(index, (text) => {
      if (!mayHoldAnchors(text.text)) return { anchors: [], mayHoldTags: mayHoldTags(text.text) };
      const about = { geometry: this.#inspection.pages(index), contentIn: this.#contentMeasure(index) };
      const anchors = findAnchors(text, { page: index + 1, ...about });
      return { anchors, mayHoldTags: mayHoldTags(text.text) };
    });
  }

  #findTagsOn(index: number): PrintedTag[] {
    const about = { geometry: this.#inspection.pages(index), contentIn: this.#contentMeasure(index) };
    const tags = findTags(this.#document, index, about);
    this.#options.onPagesRead(TAGGED_PAGE);
    return this.#inspection.signatures === 0 ? tags : tags.map((tag) => ({ ...tag, isSigned: true }));
  }

  /** The page is drawn when the measure is first used. */
  #contentMeasure(index: number): MeasureContent {
    let map: ContentMap | null = null;
    return ({ posX, posY, width, height }) => {
      const page = this.#document.sizeOf(index);
      const raster = map ? null : this.#draw(index);
      map ??= raster && new ContentMap({ raster, page, occupied: [] }, backgroundsOf(raster)[0] ?? 0xffffff);
      return (
        map?.count({
          left: (posX / 100) * page.width,
          top: (posY / 100) * page.height,
          width: (width / 100) * page.width,
          height: (height / 100) * page.height,
        }) ?? 0
      );
    };
  }

  #draw(index: number): Raster {
    if (this.#drawn?.index === index) return this.#drawn.raster;
    const { width, height } = this.#pixelsOf(index);
    const raster = this.#document.draw(index, width, height);
    this.#drawn = { index, raster };
    return raster;
  }

  #pixelsOf(index: number): Pick<Raster, 'width' | 'height'> {
    const page = this.#document.sizeOf(index);
    const scale = Math.min(PIXELS_PER_POINT, Math.sqrt(PIXELS_MAX / (page.width * page.height)));
    return { width: pixels(page.width * scale), height: pixels(page.height * scale) };
  }

  #findFormFields(): IntakeFindings['formFields'] {
    return this.#inspection.signatureFields.flatMap(({ name, page, displayed, signed }) => {
      if (signed || page === null || displayed === null) return [];
      const place: Placement = { page: page + 1, ...displayed };
      const isFree = !this.#taken.some((each) => overlaps(each, place));
      return isOnPage(place) && isFree ? [{ name, place }] : [];
    });
  }

  #findBlankPlaces(count: number, anchors: readonly DetectedAnchor[]): Placement[] | null {
    const last = this.#inspection.pageCount - 1;
    const page = this.#document.sizeOf(last);
    const raster = this.#draw(last);
    const used = [...anchors.map(({ place }) => place), ...this.#taken];
    const taken = used.filter((area) => area.page === last + 1);
    const occupied = [...this.#findUnseen(last), ...taken];
    const areas = findBlankAreas({ raster, page, occupied, count });
    return areas?.map((area) => ({ page: last + 1, ...area })) ?? null;
  }

  /** What a picture does not show: empty form fields, links, and text that is painted invisibly. */
  #findUnseen(index: number): ReturnType<typeof userRectToDisplayed>[] {
    const geometry = this.#inspection.pages(index);
    const rects = this.#document.annotationRects(index);
    this.#document.readText(index, ({ text, boxOf }) => {
      for (const { 0: word, index: start } of text.matchAll(/\S+/g)) {
        const rect = rectOf({ boxOf }, start, word);
        if (rect) rects.push(rect);
      }
    });
    return rects.map((rect) => userRectToDisplayed(geometry, rect));
  }

  #layOutPages(count: number): SignaturePages {
    const { pageCount } = this.#inspection;
    const size = this.#document.sizeOf(pageCount - 1);
    return layOutSignaturePages({ count, pageCount, size, documentName: this.#options.documentName });
  }

  /** To a signed file further signatures may be appended, and nothing else (ISO 32000-2 §12.8.2.2). */
  #checkSigned(findings: IntakeFindings, isPageAdded: boolean): string | null {
    if (this.#inspection.signatures === 0) return null;
    if (isPageAdded) return SIGNED_AND_FULL;
    const fields = placeFields(this.#options.plan, findings);
    if (fields.some(({ type }) => type !== 'signature')) return SIGNED_AND_MORE;
    const isCertified = this.#inspection.docMdpLevel !== null;
    if (isCertified && fields.some(({ pdfFieldName }) => pdfFieldName === null)) return CERTIFIED;
    const ways = fields.length > 0 ? [fields.map(triedField)] : this.#waysToSign(isCertified);
    return ways.length === 0 ? CERTIFIED : findHarmByFields(this.#file, ways);
  }

  /** Where people could sign, while none are planned: a new field, or one that is empty. */
  #waysToSign(isCertified: boolean): NewSignatureField[][] {
    const empty = this.#inspection.signatureFields.filter(({ signed }) => !signed).slice(0, WAYS_MAX);
    const names = [...(isCertified ? [] : [triedName(0)]), ...empty.map(({ name }) => name)];
    return names.map((name) => [{ name, ...NOWHERE }]);
  }
}

/** Empty fields that are tried, of a file that nobody is to sign yet. */
const WAYS_MAX = 3;
/** A field without extent. */
const NOWHERE = { page: 0, rect: [0, 0, 0, 0] as const };

function triedField(field: PlannedField, index: number): NewSignatureField {
  const { pdfFieldName, page, posX, posY, width, height } = field;
  return {
    name: pdfFieldName ?? triedName(index),
    page: page - 1,
    displayed: { posX, posY, width, height },
  };
}

/** Of a field that only a copy in memory gets. */
function triedName(index: number): string {
  return `signature-tried-${index + 1}`;
}

function overlaps(a: Placement, b: Placement): boolean {
  return (
    a.page === b.page &&
    a.posX < b.posX + b.width &&
    b.posX < a.posX + a.width &&
    a.posY < b.posY + b.height &&
    b.posY < a.posY + a.height
  );
}

function pixels(length: number): number {
  return Math.max(1, Math.round(length));
}

/** Hundredths of a point: finer is noise of 32-bit numbers. */
function round(points: number): number {
  return Math.round(points * 100) / 100;
}
