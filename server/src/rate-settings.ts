import { RATES, type Rate, type RateName } from '@paraph/domain';

/** The table of the domain, with this instance's changes; what is wrong is added to `problems`. */
export function readRates(text: string, name: string, problems: string[]): Record<RateName, Rate> {
  const rates: Record<RateName, Rate> = { ...RATES };
  for (const part of text.split(',').filter((each) => each.trim() !== '')) {
    const [, rate = '', hits, seconds] =
      /^\s*(\w+)\s*=\s*([1-9]\d{0,8})\/([1-9]\d{0,6})\s*$/.exec(part) ?? [];
    if (isRateName(rate)) rates[rate] = { hits: Number(hits), seconds: Number(seconds) };
    else {
      problems.push(
        `${name} holds "${part.trim()}"; write apiKey=600/30 for 600 calls in 30 seconds, ` +
          `with one of the names ${Object.keys(RATES).join(', ')}.`,
      );
    }
  }
  return rates;
}

function isRateName(text: string): text is RateName {
  return Object.hasOwn(RATES, text);
}
