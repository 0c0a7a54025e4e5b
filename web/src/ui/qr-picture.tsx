import { encode } from 'uqr';
import { pathOfSquares } from './qr-squares.ts';

/** A QR code, drawn here. Dark on light in the dark, too: not every camera reads it the other way round. */
export function QrPicture({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: 4 });
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="w-full max-w-64 self-center rounded-paper border border-line"
    >
      <rect width={size} height={size} fill="white" />
      <path d={pathOfSquares(data)} fill="black" />
    </svg>
  );
}
