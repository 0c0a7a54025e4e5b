/** The first letters of the first and last word, in capitals: at most two, none for an empty name. */
export function initialsOf(name: string): string {
  const words = name
    .trim()
    .split(/[\s\-_.@]+/u)
    .filter((word) => /^[\p{L}\p{N}]/u.test(word));
  const first = words[0];
  const last = words.length > 1 ? words.at(-1) : undefined;
  return [first, last]
    .map((word) => (word === undefined ? '' : firstLetter(word)))
    .join('')
    .toLocaleUpperCase();
}

function firstLetter(word: string): string {
  return Array.from(word)[0] ?? '';
}
