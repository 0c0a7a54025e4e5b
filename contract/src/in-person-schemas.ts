import { described, exact, nullable, oneOf, Text } from './schemas.ts';

export const HandingOver = oneOf(['device', 'link']);

/** Of who is at a link in person (interface.md §7). */
export const Hosted = described(
  nullable(exact({ way: oneOf(['device', 'link', 'embedded']), host: Text })),
  'Who handed the device over, or copied the link, or which app shows it in its own page; null for a mailed link',
);
