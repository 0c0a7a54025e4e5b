/**
 * Presentation forms of Arabic letters (Unicode, Arabic Presentation Forms A and B): isolated, final, initial, medial.
 * A letter with two forms does not join the one that follows it.
 */
const FORMS: ReadonlyMap<number, readonly number[]> = buildForms();

/** Forms of lam joined with an alef: isolated and final. */
const LAM = 0x0644;
const LAM_ALEF: ReadonlyMap<number, readonly [number, number]> = new Map([
  [0x0622, [0xfef5, 0xfef6]],
  [0x0623, [0xfef7, 0xfef8]],
  [0x0625, [0xfef9, 0xfefa]],
  [0x0627, [0xfefb, 0xfefc]],
]);

/** Replaces Arabic letters of a text in logical order by their joined forms; other characters do not change. */
export function joinArabic(text: string): string {
  const points = [...text].map((character) => character.codePointAt(0) ?? 0);
  const out: number[] = [];
  let joinsBefore = false;
  for (let index = 0; index < points.length; index += 1) {
    const point = points[index] ?? 0;
    if (isMark(point)) {
      out.push(point);
      continue;
    }
    const ligature = point === LAM ? LAM_ALEF.get(points[index + 1] ?? 0) : undefined;
    if (ligature) {
      out.push(joinsBefore ? ligature[1] : ligature[0]);
      joinsBefore = false;
      index += 1;
      continue;
    }
    const forms = FORMS.get(point);
    const joinsAfter = forms?.length === 4 && canJoin(nextLetter(points, index + 1));
    const form = (joinsBefore ? 1 : 0) + (joinsAfter ? 2 : 0);
    out.push(forms?.[FORM_ORDER[form] ?? 0] ?? point);
    joinsBefore = joinsAfter || point === TATWEEL;
  }
  return String.fromCodePoint(...out);
}

const TATWEEL = 0x0640;

/** From "joins the one before" (1) and "joins the one after" (2) to isolated, final, initial, medial. */
const FORM_ORDER = [0, 1, 2, 3];

/** Maps joined forms back to their letters. */
export function lettersOfForm(character: string): string {
  const point = character.codePointAt(0) ?? 0;
  const isForm = (point >= 0xfb50 && point <= 0xfdff) || (point >= 0xfe80 && point <= 0xfefc);
  return isForm ? character.normalize('NFKC') : character;
}

function nextLetter(points: readonly number[], from: number): number {
  let index = from;
  while (isMark(points[index] ?? 0)) index += 1;
  return points[index] ?? 0;
}

function canJoin(point: number): boolean {
  return point === TATWEEL || (FORMS.get(point)?.length ?? 0) > 1;
}

function isMark(point: number): boolean {
  return (point >= 0x064b && point <= 0x065f) || point === 0x0670;
}

function buildForms(): Map<number, readonly number[]> {
  const forms = new Map<number, readonly number[]>();
  const add = (letter: number, first: number, count: number): void => {
    forms.set(
      letter,
      Array.from({ length: count }, (_item, index) => first + index),
    );
  };
  // Block B holds the letters in their order: hamza has one form, those that do not join onwards two, the others four.
  const onlyBackwards = new Set([
    0x622, 0x623, 0x624, 0x625, 0x627, 0x629, 0x62f, 0x630, 0x631, 0x632, 0x648, 0x649,
  ]);
  let next = 0xfe80;
  for (let letter = 0x621; letter <= 0x64a; letter += 1) {
    if (letter > 0x63a && letter < 0x641) continue;
    const count = letter === 0x621 ? 1 : onlyBackwards.has(letter) ? 2 : 4;
    add(letter, next, count);
    next += count;
  }
  add(0x067e, 0xfb56, 4);
  add(0x0686, 0xfb7a, 4);
  add(0x0698, 0xfb8a, 2);
  add(0x06a9, 0xfb8e, 4);
  add(0x06af, 0xfb92, 4);
  add(0x06cc, 0xfbfc, 4);
  return forms;
}
