import { LIMITS } from '@paraph/domain';
import { Type } from 'typebox';
import { described, exact, nullable, oneOf, Text } from './schemas.ts';

const Point = Type.Array(Type.Number(), { minItems: 2, maxItems: 2 });

/** In points from the upper left corner of the field. */
export const SignatureLook = exact({
  width: Type.Number(),
  height: Type.Number(),
  picture: exact({
    x: Type.Number(),
    y: Type.Number(),
    width: Type.Number(),
    height: Type.Number(),
    isMiddle: described(
      Type.Boolean(),
      'Whether the picture is in the middle of its height, else at the foot',
    ),
  }),
  strokes: Type.Array(exact({ from: Point, to: Point, width: Type.Number(), color: Text })),
  texts: Type.Array(
    exact({
      role: described(oneOf(['name', 'detail', 'all'] as const), 'Name, time and code, or all in one line'),
      text: described(nullable(Text), 'The name as it will be drawn; null for time and code'),
      x: Type.Number(),
      y: described(Type.Number(), 'Of the baseline'),
      size: Type.Number(),
      color: Text,
    }),
  ),
});

export const SignatureMethod = oneOf(['draw', 'type', 'upload']);

/** The recipient's own, on their page. */
export const SignatureImage = nullable(
  exact({
    id: Text,
    url: Text,
    method: described(SignatureMethod, 'How it was made'),
    text: described(nullable(Text), 'What was typed; null for a drawn or uploaded one'),
    font: described(nullable(Text), 'The typeface of the typed one'),
  }),
);

/** Base64 of a picture with alpha. */
export const SignaturePng = Type.String({
  maxLength: Math.ceil((LIMITS.signatureImageBytesMax * 4) / 3) + 4,
});
