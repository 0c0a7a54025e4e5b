import { useText } from '../text/start-text.ts';
import type { SigningField } from './signing-view.ts';

type Look = NonNullable<SigningField['look']>;

interface SignatureLookProps {
  readonly look: Look;
  /** Null while there is none. */
  readonly pictureUrl: string | null;
}

/**
 * The signature as the document will show it: the layout is the engine's, only time and code come later. The parent
 * names it.
 */
export function SignatureLook({ look, pictureUrl }: SignatureLookProps) {
  const t = useText('signing');
  const { width, height, picture } = look;
  const later = t('field.signedLater');
  return (
    <svg aria-hidden="true" viewBox={`0 0 ${width} ${height}`} className="signature-look">
      {look.strokes.map(({ from, to, width: thickness, color }) => (
        <line
          key={`${from}`}
          x1={from[0]}
          y1={from[1]}
          x2={to[0]}
          y2={to[1]}
          stroke={color}
          strokeWidth={thickness}
          strokeLinecap="round"
        />
      ))}
      {pictureUrl !== null && (
        <image
          href={pictureUrl}
          x={picture.x}
          y={picture.y}
          width={picture.width}
          height={picture.height}
          preserveAspectRatio={picture.isMiddle ? 'xMinYMid meet' : 'xMinYMax meet'}
        />
      )}
      {look.texts.slice(0, LINES_MAX).map(({ role, text, x, y, size, color }) => (
        <text key={y} x={x} y={y} fontSize={size} fill={color}>
          {role === 'name' ? text : role === 'all' ? `${text} · ${later}` : later}
        </text>
      ))}
    </svg>
  );
}

/** The name, and one line for time and code, which may need two. */
const LINES_MAX = 2;
