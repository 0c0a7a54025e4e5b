/** Says sentences of the interface, which speaks English, in the language of the page. */
type SayAll = (sentences: readonly string[]) => Promise<readonly string[]>;

/** Set once, when the app starts; this layer has no texts of its own. */
let sayAll: SayAll | null = null;

export function sayRefusalsBy(say: SayAll): void {
  sayAll = say;
}

/** As they are where the words cannot be loaded. */
export async function inWords(sentences: readonly string[]): Promise<readonly string[]> {
  if (sentences.length === 0) return [];
  return (await sayAll?.(sentences).catch(() => null)) ?? sentences;
}
