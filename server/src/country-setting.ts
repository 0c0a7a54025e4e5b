/** A country for the names in certificates (ISO 3166-1); null without the setting. */
export function readCountry(text: string, setting: string, problems: string[]): string | null {
  if (!/^(?:[A-Z]{2})?$/.test(text))
    problems.push(`${setting} is "${text}"; it must be two capital letters, such as DE.`);
  return text || null;
}
