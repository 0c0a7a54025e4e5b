/** A line of what another machine says: nothing of it changes lines, colours or the direction of a text. */
export function printable(text: string, charactersMax = 200): string {
  return text
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, charactersMax);
}
