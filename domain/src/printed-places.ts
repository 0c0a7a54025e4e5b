import type { Placement } from './field.ts';
import {
  boxesOf,
  type FoundPlace,
  heightOf,
  inReadingOrder,
  type PlacedBox,
  withoutOverlaps,
} from './place-boxes.ts';
import { asksWithoutLine, captionOf, isPartyLabel, labelOf, type PlaceKind, partyIn } from './place-words.ts';
import { findCells, freeBelow, freeRight, isInCell } from './printed-cells.ts';
import {
  bottomOf,
  keyOf,
  overlap,
  type Phrase,
  type PrintedBox,
  type PrintedPage,
  phrasesOf,
  rightOf,
} from './printed-page.ts';
import { namesPerson, partyOf, type WordsAround } from './printed-parties.ts';
import { findWritingLines, roomOver, type WritingLine } from './writing-lines.ts';

/** A printed place where a person is to write. */
export interface PrintedPlace extends Placement {
  kind: Exclude<PlaceKind, 'place-and-date'>;
  /** The printed words that say what is asked. */
  reason: string;
  /** The printed words that say who is asked; null for none. */
  party: string | null;
  /** From 0 to 1: words and a line, words and an empty place, a line and a name. */
  confidence: number;
}

/** Points. */
const LINE_HEIGHT = 16;
/** From words to their line: forms have a column of words. */
const BESIDE_MAX = 130;
const PLACES_MAX = 500;

/**
 * The printed places of the pages, in reading order. Only what can be seen counts: the words beside, over and under a
 * line or an empty cell. `names` are those of the people, which may stand where contracts print who signs.
 */
export function findPrintedPlaces(pages: readonly PrintedPage[], names: readonly string[]): PrintedPlace[] {
  return pages.flatMap((page) => new PagePlaces(page, names.map(keyOf)).find()).slice(0, PLACES_MAX);
}

/** Whether the page has any words for which it is worth to look for lines. */
export function mayHavePlaces(words: PrintedPage['words'], names: readonly string[]): boolean {
  const keys = names.map(keyOf);
  return phrasesOf({ words }).some(
    (phrase) => labelOf(phrase) !== null || isPartyLabel(phrase) || namesPerson(phrase, keys),
  );
}

class PagePlaces {
  readonly #page: PrintedPage;
  readonly #phrases: readonly Phrase[];
  readonly #names: readonly string[];
  readonly #used = new Set<Phrase>();
  readonly #around: WordsAround;
  readonly #found: FoundPlace[] = [];

  constructor(page: PrintedPage, names: readonly string[]) {
    this.#page = page;
    this.#phrases = phrasesOf(page);
    this.#names = names;
    this.#around = { phrases: this.#phrases, used: this.#used, names };
  }

  find(): PrintedPlace[] {
    const lines = findWritingLines(this.#page);
    const left = lines.filter((line) => !this.#takeBeside(line));
    const rest = left.filter((line) => !this.#takeCaption(line));
    const named = rest.filter((line) => !this.#takeAbove(line));
    const alone = named.filter((line) => !this.#takeParty(line));
    for (const line of alone) this.#takeSibling(line);
    this.#takeCells();
    this.#takeOpen();
    const places = this.#found.flatMap(boxesOf);
    return withoutOverlaps(places, this.#page)
      .sort(inReadingOrder)
      .map((place) => this.#toPlace(place));
  }

  #add(found: FoundPlace): true {
    this.#used.add(found.label);
    this.#found.push(found);
    return true;
  }

  /** `Signature: ____`, `Maria Okafor: ____`: words before the line, at its height. */
  #takeBeside(line: WritingLine): boolean {
    const beside = this.#phrases.filter((phrase) => {
      const isLevel =
        sinking(phrase, line) < phrase.fontSize * 1.6 && line.at > phrase.y + phrase.height * 0.3;
      const gap = distance(phrase, line);
      return isLevel && gap > -3 && gap < BESIDE_MAX;
    });
    const byHeight = (phrase: Phrase) =>
      Math.round(Math.max(0, sinking(phrase, line)) / (phrase.fontSize * 0.8));
    const nearest = beside.sort(
      (one, other) => byHeight(one) - byHeight(other) || distance(one, line) - distance(other, line),
    )[0];
    if (!nearest || this.#used.has(nearest)) return false;
    if (/^\p{N}{1,2}$/u.test(nearest.key)) return this.#takeNumbered(line, nearest);
    const closing = labelOf(lastWords(nearest));
    const label = labelOf(nearest) ?? (closing?.isWeak ? closing : null);
    if (!label) return this.#takeNamed(line, nearest);
    const kind = nearest.key === 'a' && this.#isAfterPlace(line) ? 'date' : label.kind;
    return this.#add({ kind, label: nearest, room: this.#over(line), confidence: label.isWeak ? 0.7 : 0.95 });
  }

  /** The whole name of a person and nothing else: what is left to write is the signature. */
  #takeNamed(line: WritingLine, name: Phrase): boolean {
    if (!this.#names.includes(name.key) || line.room < LINE_HEIGHT) return false;
    return this.#add({ kind: 'signature', label: name, room: this.#over(line), confidence: 0.75 });
  }

  /** `En ____, a ____`: the place, then the day. */
  #isAfterPlace(line: WritingLine): boolean {
    return this.#found.some(
      ({ kind, room }) =>
        kind === 'location' && Math.abs(bottomOf(room) - line.at) < 4 && rightOf(room) < line.from,
    );
  }

  /** `Signatures:` over a list of lines with numbers. */
  #takeNumbered(line: WritingLine, number: Phrase): boolean {
    const heading = this.#phrases
      .filter((phrase) => bottomOf(phrase) <= number.y + 2 && phrase.y > number.y - 90 && phrase !== number)
      .filter((phrase) => overlap([phrase.x, rightOf(phrase)], [line.from - 20, line.to + 20]) > 0)
      .sort((one, other) => other.y - one.y)
      .find((phrase) => !/^\p{N}{1,2}$/u.test(phrase.key));
    if (!heading || labelOf(heading)?.kind !== 'signature') return false;
    this.#used.add(number);
    return this.#add({ kind: 'signature', label: heading, room: this.#over(line), confidence: 0.75 });
  }

  /** Words under the line; several of them share it. */
  #takeCaption(line: WritingLine): boolean {
    const captions = this.#phrases
      .filter((phrase) => {
        const gap = phrase.y - line.at;
        const isUnder =
          overlap([phrase.x, rightOf(phrase)], [line.from - 4, line.to + 4]) > phrase.width * 0.5;
        return isUnder && gap > -3 && gap < 16 && !this.#used.has(phrase);
      })
      .filter((phrase, _index, all) => phrase.y < Math.min(...all.map(({ y }) => y)) + 4)
      .sort((one, other) => one.x - other.x);
    let isTaken = false;
    for (const [index, caption] of captions.entries()) {
      const label = captionOf(caption);
      if (!label || label.isWeak) continue;
      const share = this.#shareOf(line, captions, index);
      isTaken = this.#add({ kind: label.kind, label: caption, room: this.#over(share), confidence: 0.95 });
    }
    return isTaken;
  }

  /** From a caption to the next one. */
  #shareOf(line: WritingLine, captions: readonly Phrase[], index: number): WritingLine {
    const here = captions[index];
    const next = captions[index + 1];
    const from = index === 0 || !here ? line.from : Math.max(line.from, here.x - 2);
    const share = { ...line, from, to: next ? Math.min(line.to, next.x - 8) : line.to };
    return { ...share, room: roomOver(share, this.#page) };
  }

  /** Words over the line, with room between. */
  #takeAbove(line: WritingLine): boolean {
    const above = this.#nearestAbove(
      line,
      (phrase) => labelOf(phrase)?.isWeak === false && !this.#used.has(phrase),
    );
    const kind = above && labelOf(above)?.kind;
    if (!above || !kind || line.at - bottomOf(above) < heightOf(kind) * 0.4) return false;
    return this.#add({ kind, label: above, room: this.#over(line), confidence: 0.8 });
  }

  /** A line with nothing but the name of a party or a person under or over it: there they sign. */
  #takeParty(line: WritingLine): boolean {
    if (line.to - line.from > this.#page.width * 0.6) return false;
    const isWho = (phrase: Phrase) => isPartyLabel(phrase) || this.#isPerson(phrase);
    const under = this.#phrases.find(
      (phrase) =>
        isWho(phrase) &&
        phrase.y - line.at > -3 &&
        phrase.y - line.at < 16 &&
        overlap([phrase.x, rightOf(phrase)], [line.from - 4, line.to + 4]) > phrase.width * 0.5,
    );
    const who = under ?? this.#nearestAbove(line, isWho, 70);
    if (!who || this.#found.some((found) => found.kind === 'signature' && found.label === who)) return false;
    if (line.room < LINE_HEIGHT || this.#isSignedBelow(line)) return false;
    return this.#add({ kind: 'signature', label: who, room: this.#over(line), confidence: 0.75 });
  }

  /** There is a line with the word itself in the same column. */
  #isSignedBelow(line: WritingLine): boolean {
    return this.#found.some(
      ({ kind, room }) =>
        kind === 'signature' &&
        bottomOf(room) > line.at &&
        bottomOf(room) < line.at + 50 &&
        overlap([room.x, rightOf(room)], [line.from, line.to]) > 10,
    );
  }

  /** A line beside one that is signed, as long as that and with words under it: of another who signs. */
  #takeSibling(line: WritingLine): void {
    const length = line.to - line.from;
    const isLike = ({ kind, room }: FoundPlace) =>
      kind === 'signature' &&
      Math.abs(bottomOf(room) + 1 - line.at) < 3 &&
      Math.abs(room.width / length - 1) < 0.25;
    const under = this.#phrases.find(
      (phrase) =>
        phrase.y - line.at > -3 &&
        phrase.y - line.at < 14 &&
        !this.#used.has(phrase) &&
        overlap([phrase.x, rightOf(phrase)], [line.from - 4, line.to + 4]) > phrase.width * 0.8,
    );
    if (under && this.#found.some(isLike))
      this.#add({ kind: 'signature', label: under, room: this.#over(line), confidence: 0.6 });
  }

  /** A short line of text with a party and a name: `Maria Okafor, Seller`. */
  #isPerson(phrase: Phrase): boolean {
    return (
      namesPerson(phrase, this.#names) ||
      (phrase.text.split(' ').length <= 5 && partyIn(phrase.key) !== null && /[,(–-]/.test(phrase.text))
    );
  }

  #nearestAbove(line: WritingLine, isWanted: (phrase: Phrase) => boolean, reach = 60): Phrase | null {
    const above = this.#phrases.filter(
      (phrase) =>
        bottomOf(phrase) <= line.at - 2 &&
        bottomOf(phrase) >= line.at - reach &&
        overlap([phrase.x, rightOf(phrase)], [line.from - 8, line.to + 8]) >
          Math.min(phrase.width, line.to - line.from) * 0.5,
    );
    const lowest = above.reduce<Phrase | null>(
      (one, other) => (one && bottomOf(one) > bottomOf(other) ? one : other),
      null,
    );
    return lowest && isWanted(lowest) ? lowest : this.#aboveNote(lowest, above, isWanted);
  }

  /** A note in small print may stand between (`signature précédée de la mention …`). */
  #aboveNote(
    note: Phrase | null,
    above: readonly Phrase[],
    isWanted: (phrase: Phrase) => boolean,
  ): Phrase | null {
    if (!note?.text.startsWith('(')) return null;
    const next = above
      .filter((phrase) => bottomOf(phrase) < note.y + 2)
      .sort((one, other) => other.y - one.y)[0];
    return next && isWanted(next) ? next : null;
  }

  /** Empty cells beside or under their words, and cells with room beside the words that they hold. */
  #takeCells(): void {
    for (const { label, room } of findCells(
      this.#page,
      this.#phrases.filter((phrase) => !this.#used.has(phrase)),
    )) {
      const kind = labelOf(label)?.kind ?? 'signature';
      this.#add({ kind, label, room, confidence: 0.85 });
    }
  }

  /** Words that ask without a line: the room beside or under them. */
  #takeOpen(): void {
    for (const phrase of this.#phrases) {
      if (this.#used.has(phrase) || isInCell(this.#page, phrase)) continue;
      const label = labelOf(phrase);
      const note = label ? null : this.#noteOf(phrase);
      const asksWho = !label && isPartyLabel(phrase) && (note !== null || this.#isBesideOpen(phrase));
      if (asksWho || (label?.kind === 'signature' && asksWithoutLine(phrase))) this.#takeRoom(phrase, note);
      else if (label && !label.isWeak && label.kind !== 'signature' && phrase.asks) {
        const room = freeRight(this.#page, this.#phrases, phrase);
        if (room) this.#add({ kind: label.kind, label: phrase, room, confidence: 0.5 });
      }
    }
  }

  #takeRoom(phrase: Phrase, note: Phrase | null): void {
    const beside = phrase.asks ? freeRight(this.#page, this.#phrases, phrase) : null;
    const room = beside ?? freeBelow(this.#page, this.#phrases, note ?? phrase);
    if (room) this.#add({ kind: 'signature', label: phrase, room, confidence: 0.5 });
  }

  /** The other party, at the height of one that is asked without a line. */
  #isBesideOpen(phrase: Phrase): boolean {
    return this.#found.some(
      ({ kind, label, confidence }) =>
        kind === 'signature' && confidence === 0.5 && Math.abs(label.y - phrase.y) < 3 && label !== phrase,
    );
  }

  /** `(signature précédée de la mention « lu et approuvé »)` under the name of a party. */
  #noteOf(phrase: Phrase): Phrase | null {
    const notes = this.#phrases.filter(
      (note) =>
        note.y > phrase.y &&
        note.y - bottomOf(phrase) < 12 &&
        Math.abs(note.x - phrase.x) < 20 &&
        /^(?:signature|unterschrift|firma|توقيع)/u.test(note.key),
    );
    return notes[0] ? this.#lastLineOf(notes[0]) : null;
  }

  /** Where a note goes on in further lines. */
  #lastLineOf(note: Phrase): Phrase {
    const next = this.#phrases.find(
      (each) =>
        Math.abs(each.x - note.x) < 4 && each.y > note.y && each.y - bottomOf(note) < note.fontSize * 0.9,
    );
    return next && labelOf(next) === null ? this.#lastLineOf(next) : note;
  }

  #over({ from, to, at, room }: WritingLine): PrintedBox {
    return { x: from, y: at - 1 - room, width: to - from, height: room };
  }

  #toPlace({ box, kind, found }: PlacedBox): PrintedPlace {
    const { width, height, page } = this.#page;
    const percent = (points: number, whole: number) => Math.round((points / whole) * 1_000_000) / 10_000;
    return {
      kind,
      page,
      posX: percent(box.x, width),
      posY: percent(box.y, height),
      width: percent(box.width, width),
      height: percent(box.height, height),
      reason: found.label.text.slice(0, 120),
      party: partyOf(found.label, box, this.#around),
      confidence: found.confidence,
    };
  }
}

/** How far the line is under the words. */
function sinking(phrase: Phrase, line: WritingLine): number {
  return line.at - bottomOf(phrase);
}

function distance(phrase: Phrase, { from, to }: WritingLine): number {
  return phrase.isRightToLeft ? phrase.x - to : from - rightOf(phrase);
}

/** How the last sentence begins, which names place and day. */
const CLOSING = new Set(
  'fait signe signed done executed aldus hecho dado fatto letto feito assinado zawarto sporzadzono حرر'.split(
    ' ',
  ),
);

/** `Fait à Lyon, le`: what is asked by the last words before the line. */
function lastWords({ key, text }: Phrase): Pick<Phrase, 'key' | 'text'> {
  const all = key.split(' ');
  const isClosing = /,/.test(text) || all.length <= 2 || (CLOSING.has(all[0] ?? '') && all.length <= 8);
  const last = isClosing ? all.slice(-1).join(' ') : '';
  return { key: last, text: last };
}
