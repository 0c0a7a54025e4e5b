import { uprightForm } from '../appearance/upright-form.ts';
import type { DrawOperation, Painter } from '../drawing/drawing.ts';
import type { Pixels } from '../drawing/pixels.ts';
import { FORM_FONT } from '../font/form-font.ts';
import type { FontFiles } from '../font/typeface.ts';
import type { RevisionWriter } from '../pdf/revision-writer.ts';
import { nameSource, numberSource, rectSource, refSource } from '../pdf/source-text.ts';
import { encodeTextString } from '../pdf/text-string.ts';
import type { PdfRef } from '../pdf/values.ts';
import { PdfRefusal } from '../pdf-refusal.ts';
import { type ButtonLooks, checkboxLooks, pictureLook, radioLooks, textLook } from './field-looks.ts';
import type { PlacedRect, Placement } from './placement.ts';
import type { StructureTags } from './structure-tags.ts';

interface NewField {
  /** Name of the field, unique in the form; must not contain a full stop, which separates levels. */
  readonly name: string;
  /** /TU: shown and read aloud by viewers. */
  readonly tooltip?: string;
}

export type NewSignatureField = NewField &
  Placement & {
    /** Names of the fields that cannot change after this signature (/Lock, ISO 32000-1 Table 233). */
    readonly locks?: readonly string[];
  };

/** A form field for `SignatureOptions.answers`, or for a viewer unless it is read-only. */
export type NewFormField = NewField & {
  /** Viewers do not let the user change the value; `answers` may. */
  readonly isReadOnly?: boolean;
  readonly isRequired?: boolean;
} & FormFieldKind;

export type FormFieldKind =
  | (Placement & {
      readonly kind: 'text';
      /** Initial text. */
      readonly text?: string;
      /** Font of the text; viewers write in Helvetica. */
      readonly font: FontFiles;
      /** Font size in points; default 12. */
      readonly fontSize?: number;
      readonly isMultiline?: boolean;
    })
  | (Placement & { readonly kind: 'checkbox'; readonly checked?: boolean })
  | (Placement & {
      /** A list of which one option can be chosen. */
      readonly kind: 'choice';
      /** The file stores the value and shows the label. */
      readonly options: readonly { readonly value: string; readonly label: string }[];
      /** Value of the initially chosen option. */
      readonly chosen?: string | null;
      readonly font: FontFiles;
      readonly fontSize?: number;
    })
  | (Placement & {
      /** A text field whose appearance is a picture, such as initials or a stamp. */
      readonly kind: 'picture';
      /** Initial value: what the picture shows, in words. */
      readonly text?: string;
      readonly image?: Pixels;
      /** The file holds the image, and shows it once `answers` say so. */
      readonly isImageHidden?: boolean;
    })
  | {
      /** Buttons of which one can be chosen, each at its own place. */
      readonly kind: 'radio';
      readonly options: readonly (Placement & { readonly value: string; readonly tooltip?: string })[];
      readonly chosen?: string | null;
    };

type Kind<Name extends FormFieldKind['kind']> = Extract<NewFormField, { kind: Name }>;

/** Resource name of the font that viewers use in fields that they may fill. */
const VIEWER_FONT = 'Helv';
/** Field flags (ISO 32000-1 Tables 221, 226, 228 and 230). */
const flags = { readOnly: 1, required: 2, multiline: 1 << 12, radio: 1 << 15, combo: 1 << 17 } as const;

interface WriterContext {
  readonly revision: RevisionWriter;
  readonly painter: Painter;
  readonly tags: StructureTags;
  readonly toRect: (placement: Placement) => PlacedRect;
}

/** Writes new fields under reserved numbers, with widgets and appearances, so that viewers need not create them. */
export class FieldWriter {
  /** Fonts that the form's /DR must name; null is Helvetica of the viewer. */
  readonly fonts = new Map<string, PdfRef | null>();
  readonly #revision: RevisionWriter;
  readonly #painter: Painter;
  readonly #tags: StructureTags;
  readonly #toRect: WriterContext['toRect'];

  constructor({ revision, painter, tags, toRect }: WriterContext) {
    this.#revision = revision;
    this.#painter = painter;
    this.#tags = tags;
    this.#toRect = toRect;
  }

  addSignatureField(ref: PdfRef, field: NewSignatureField): void {
    const rect = this.#toRect(field);
    const lock = field.locks === undefined ? '' : `/Lock ${lockSource(field.locks)}`;
    const isVisible = rect.rect[0] < rect.rect[2] && rect.rect[1] < rect.rect[3];
    // PDF/A requires an appearance even of an empty field (ISO 19005-2 §6.3.3).
    const look = isVisible ? this.#appearance([], rect) : '';
    const entries = `/FT /Sig ${namesSource(field)} ${lock} ${look}`;
    // /F 132: printed, and not to be moved by a viewer (ISO 32000-1 Table 165).
    this.#putWidget(ref, rect, `/F 132 ${entries}`);
  }

  addFormField(ref: PdfRef, field: NewFormField): void {
    if (field.kind === 'radio') this.#addRadioGroup(ref, field);
    else {
      const rect = this.#toRect(field);
      this.#putWidget(ref, rect, `/F 4 ${namesSource(field)} ${this.#entries(field, rect)}`);
    }
  }

  #entries(field: Exclude<NewFormField, { kind: 'radio' }>, rect: PlacedRect): string {
    switch (field.kind) {
      case 'text':
        return this.#text(field, rect);
      case 'choice':
        return this.#choice(field, rect);
      case 'picture': {
        const { image, isImageHidden = false } = field;
        const shown = pictureLook(image, uprightForm(rect.rect, rect.rotate), { isHidden: isImageHidden });
        const look = this.#appearance(shown, rect);
        return `/FT /Tx ${flagsSource(field)} /V ${encodeTextString(field.text ?? '')} ${look}`;
      }
      case 'checkbox': {
        const state = field.checked === true ? 'Yes' : 'Off';
        const looks = this.#buttonAppearances(checkboxLooks, { area: rect, on: 'Yes' });
        return `/FT /Btn ${flagsSource(field)} /V /${state} /AS /${state} ${looks}`;
      }
    }
  }

  #text(field: Kind<'text'>, rect: PlacedRect): string {
    const { text = '', font, fontSize = 12, isMultiline = false } = field;
    const look = textLook({ text, font, fontSize }, uprightForm(rect.rect, rect.rotate));
    return `/FT /Tx ${flagsSource(field, isMultiline ? flags.multiline : 0)} /V ${encodeTextString(text)}
${this.#defaultAppearance(field, fontSize)} ${this.#appearance(look, rect)}`;
  }

  #choice(field: Kind<'choice'>, rect: PlacedRect): string {
    const { options, font, fontSize = 12 } = field;
    const chosen = chosenOption(field);
    const look = textLook({ text: chosen?.label ?? '', font, fontSize }, uprightForm(rect.rect, rect.rotate));
    const list = options.map(({ value, label }) => `[${encodeTextString(value)} ${encodeTextString(label)}]`);
    const value = chosen ? `/V ${encodeTextString(chosen.value)}` : '';
    return `/FT /Ch ${flagsSource(field, flags.combo)} /Opt [${list.join(' ')}] ${value}
${this.#defaultAppearance(field, fontSize)} ${this.#appearance(look, rect)}`;
  }

  /**
   * The states are numbers and /Opt holds the values (ISO 32000-1 Table 227), because a value may be any text and the
   * name of a state may not. Buttons that viewers do not change have a name each: some validators compare revisions by
   * named fields, and call changes of other widgets unexplained.
   */
  #addRadioGroup(group: PdfRef, field: Kind<'radio'>): void {
    const { options } = field;
    const chosen = chosenOption(field);
    const stateOf = (index: number): string => (options[index] === chosen ? String(index) : 'Off');
    const kids = options.map((option, index) => {
      const rect = this.#toRect(option);
      const looks = this.#buttonAppearances(radioLooks, { area: rect, on: String(index) });
      const name = field.isReadOnly === true ? `/T (${index})` : '';
      const tooltip = option.tooltip === undefined ? '' : `/TU ${encodeTextString(option.tooltip)}`;
      const ref = this.#revision.allocate();
      const entries = `/F 4 /FT /Btn /Parent ${refSource(group)} ${name} ${tooltip} /AS /${stateOf(index)} ${looks}`;
      this.#putWidget(ref, rect, entries);
      return ref;
    });
    const value = chosen ? stateOf(options.indexOf(chosen)) : 'Off';
    this.#revision.put(
      group,
      `<< /FT /Btn ${flagsSource(field, flags.radio)} ${namesSource(field)} /V /${value}
/Opt [${options.map((option) => encodeTextString(option.value)).join(' ')}] /Kids [${kids.map(refSource).join(' ')}] >>`,
    );
  }

  #putWidget(ref: PdfRef, rect: PlacedRect, entries: string): void {
    const rotation = rect.rotate === 0 ? '' : `/MK << /R ${rect.rotate} >>`;
    const tag = this.#tags.tag(ref, rect.page);
    this.#revision.put(
      ref,
      `<< /Type /Annot /Subtype /Widget ${entries} ${rotation} ${tag}
/Rect ${rectSource(rect.rect)} /P ${refSource(rect.page)} >>`,
    );
    rect.annotations.push(ref);
  }

  #form(operations: readonly DrawOperation[], { rect, rotate }: PlacedRect): string {
    return refSource(this.#painter.form(operations, uprightForm(rect, rotate)));
  }

  #appearance(operations: readonly DrawOperation[], rect: PlacedRect): string {
    return `/AP << /N ${this.#form(operations, rect)} >>`;
  }

  /** Not an indirect dictionary, of which Poppler draws no state. */
  #buttonAppearances(
    looksOf: (size: { width: number; height: number }) => ButtonLooks,
    { area, on }: { readonly area: PlacedRect; readonly on: string },
  ): string {
    const looks = looksOf(uprightForm(area.rect, area.rotate));
    const states = `<< ${nameSource(on)} ${this.#form(looks.on, area)} /Off ${this.#form(looks.off, area)} >>`;
    return `/AP << /N ${states} >>`;
  }

  #defaultAppearance({ isReadOnly, font }: Kind<'text'> | Kind<'choice'>, fontSize: number): string {
    // Read-only fields name the embedded font, because /DA must name one.
    const name = isReadOnly === true ? FORM_FONT : VIEWER_FONT;
    if (!this.fonts.has(name)) this.fonts.set(name, isReadOnly === true ? this.#painter.fontRef(font) : null);
    return `/DA (/${name} ${numberSource(fontSize)} Tf 0 g)`;
  }
}

/** Source of a lock dictionary that names each field. */
export function lockSource(names: readonly string[]): string {
  return `<< /Type /SigFieldLock /Action /Include /Fields [${names.map(encodeTextString).join(' ')}] >>`;
}

function namesSource({ name, tooltip }: NewField): string {
  return `/T ${encodeTextString(name)} ${tooltip === undefined ? '' : `/TU ${encodeTextString(tooltip)}`}`;
}

function flagsSource({ isReadOnly, isRequired }: NewFormField, initial = 0): string {
  const sum =
    initial | (isReadOnly === true ? flags.readOnly : 0) | (isRequired === true ? flags.required : 0);
  return sum === 0 ? '' : `/Ff ${sum}`;
}

function chosenOption<Option extends { readonly value: string }>({
  name,
  options,
  chosen,
}: {
  readonly name: string;
  readonly options: readonly Option[];
  readonly chosen?: string | null;
}): Option | null {
  if (options.length === 0 || new Set(options.map(({ value }) => value)).size < options.length)
    throw new PdfRefusal('argument', `The field ${name} needs options with different values.`, name);
  const option = options.find(({ value }) => value === chosen);
  if (!option && chosen !== undefined && chosen !== null)
    throw new PdfRefusal('argument', `The field ${name} has no option ${chosen}.`, name);
  return option ?? null;
}
