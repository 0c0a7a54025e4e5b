import { described, exact, nullable, oneOf, Text } from './schemas.ts';

export const HandingOver = oneOf(['device', 'link']);

/** Of who is at a link in person (interface.md §7). */
export const Hosted = described(
  nullable(exact({ way: HandingOver, host: Text })),
  'Who handed the device over, or copied the link; null for a link that was mailed',
);
