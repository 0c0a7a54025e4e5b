const ACCENTED: Readonly<Record<string, string>> = Object.fromEntries(
  [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'].map((letter, index) => [
    letter,
    [...'åƀçđéƒĝĥîĵķļɱñöþɋŕšţûṽŵẋýžÅƁÇĐÉƑĜĤÎĴĶĻṀÑÖÞɊŔŠŢÛṼŴẊÝŽ'][index] ?? letter,
  ]),
);

/**
 * A text of English as the pseudo-language says it: in brackets, so that a text which is cut or does not come from a
 * catalogue is seen; with accents; and longer by two fifths, as translations are. What is between braces stays, but for
 * the branches of a plural or a choice.
 */
export function disguise(message: string): string {
  if (message === '') return '';
  let length = 0;
  const accented = message.replaceAll(PIECE, (piece) => {
    if (piece.length > 1 || !(piece in ACCENTED)) return piece;
    length += 1;
    return ACCENTED[piece] ?? piece;
  });
  return `⟦${accented}${'~'.repeat(Math.ceil(length * 0.4))}⟧`;
}

/** A value, the head of a plural or choice with its first branch's name, the name of a later branch; or one letter. */
const PIECE =
  /\{\s*\w+\s*\}|\{\s*\w+\s*,\s*(?:plural|select)\s*,\s*\w+\s*(?=\{)|(?<=\})\s*\w+\s*(?=\{)|[A-Za-z]/g;
