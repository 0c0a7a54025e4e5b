/** A word that the glossary replaced, and the folders whose texts may still use it. */
export interface UnusedWord {
  word: string;
  allowedIn: readonly string[];
}

/** The last table of the glossary: word, what to say instead, and where the word is allowed. */
export function readUnusedWords(glossary: string): UnusedWord[] {
  const table = glossary.split('## Words that are not used')[1] ?? '';
  return [...table.matchAll(/^\| ([a-z]+) \| [^|]+ \|([^|]*)\|$/gm)].map(([, word = '', allowed = '']) => ({
    word,
    allowedIn: [...allowed.matchAll(/`([^`]+)`/g)].map(([, folder = '']) => folder),
  }));
}

/** The replaced words in a file's name, identifiers, comments and texts, each with its line. */
export function findUnusedWords(
  { path, text }: { path: string; text: string },
  words: readonly UnusedWord[],
): string[] {
  return words
    .filter(({ allowedIn }) => !allowedIn.some((folder) => path.startsWith(folder)))
    .flatMap(({ word }) => {
      const shape = shapeOf(word);
      const lines = shape.test(text)
        ? text.split('\n').flatMap((line, index) => (shape.test(line) ? [`line ${index + 1}`] : []))
        : [];
      return [...(shape.test(path) ? ['its name'] : []), ...lines].map((place) => `${place}: "${word}"`);
    });
}

/** The word alone, as part of an identifier in any case, and in the plural; not inside a longer word. */
function shapeOf(word: string): RegExp {
  const title = word.charAt(0).toUpperCase() + word.slice(1);
  const [lower, capital, upper] = [
    `(?<![A-Za-z])${word}s?(?![a-z])`,
    `${title}s?(?![a-z])`,
    `(?<![A-Z])${word.toUpperCase()}S?(?![A-Za-z])`,
  ];
  return new RegExp(`${lower}|${capital}|${upper}`);
}
