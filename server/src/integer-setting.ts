/** A whole number within its bounds; what is wrong with it is added to the problems. */
export function readInteger(
  setting: { name: string },
  { text, min, max }: { text: string; min: number; max: number },
  problems: string[],
): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= min && number <= max) return number;
  problems.push(`${setting.name} is "${text}"; it must be an integer from ${min} to ${max}.`);
  return min;
}
