import { LIMITS } from '@paraph/domain';
import { Eraser, Undo2 } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import SignaturePad, { type PointGroup } from 'signature_pad';
import { useText } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import { guardAgainstPalm } from './palm-guard.ts';
import { contextOf, inkColor, newCanvas, pngOf } from './signature-canvas.ts';
import { boundsOf, fitStrokes, fromArea, type StrokeTransform, toArea } from './signature-image-state.ts';

/** Strokes in the CSS pixels of the area where the first one was drawn. Rotating the screen leaves them unchanged. */
export type Drawing = readonly PointGroup[];

const pen = { penColor: inkColor, minWidth: 0.9, maxWidth: 2.8, dotSize: 1.8, throttle: 8, minDistance: 2 };

interface DrawPadProps {
  /** Kept by the parent, so that a drawing survives a change of tab. */
  readonly drawing: RefObject<Drawing>;
  readonly onChange: () => void;
}

export function DrawPad({ drawing, onChange }: DrawPadProps) {
  const t = useText('signing');
  const canvas = useRef<HTMLCanvasElement>(null);
  const [isEmpty, setEmpty] = useState(drawing.current.length === 0);
  const redraw = usePad({
    canvas,
    drawing,
    onStroke: () => {
      setEmpty(false);
      onChange();
    },
  });
  const keepOnly = (count: number) => {
    drawing.current = drawing.current.slice(0, count);
    setEmpty(drawing.current.length === 0);
    redraw.current();
    onChange();
  };
  return (
    <div className="draw-box">
      <div className="relative min-w-0">
        <canvas ref={canvas} role="img" aria-label={t('signatureDialog.drawArea')} className="draw-pad" />
        <span aria-hidden className="draw-pad-line" />
        {isEmpty && (
          <span aria-hidden className="draw-pad-hint">
            {t('signatureDialog.drawHere')}
          </span>
        )}
      </div>
      <div className="draw-tools">
        <Button
          variant="quiet"
          icon={Undo2}
          disabled={isEmpty}
          className="px-2 text-14"
          onClick={() => keepOnly(drawing.current.length - 1)}
        >
          {t('signatureDialog.undo')}
        </Button>
        <Button
          variant="quiet"
          icon={Eraser}
          disabled={isEmpty}
          className="px-2 text-14"
          onClick={() => keepOnly(0)}
        >
          {t('signatureDialog.clear')}
        </Button>
      </div>
    </div>
  );
}

/** Renders the strokes again, larger than on the screen, so that the image prints well; null when empty. */
export function pngOfDrawing(strokes: Drawing): string | null {
  const bounds = boundsOf(strokes);
  if (bounds === null) return null;
  const { left, top, width, height } = bounds;
  const scale = Math.min(
    3,
    LIMITS.signatureImagePixelsMax.width / width,
    LIMITS.signatureImagePixelsMax.height / height,
  );
  const canvas = newCanvas(Math.ceil(width * scale), Math.ceil(height * scale));
  const context = contextOf(canvas);
  const pad = new SignaturePad(canvas, pen);
  pad.off();
  context.scale(scale, scale);
  pad.fromData(toArea(strokes, { scale: 1, x: -left, y: -top }));
  return pngOf(canvas);
}

/** A touch draws and does nothing else: of a dot or a resting palm the browser would make a tap on a button nearby. */
function keepFromGestures(event: TouchEvent): void {
  event.preventDefault();
}

interface PadParts {
  readonly canvas: RefObject<HTMLCanvasElement | null>;
  readonly drawing: RefObject<Drawing>;
  readonly onStroke: () => void;
}

/**
 * Draws the strokes anew when the screen is rotated or resized, but not amid a stroke: the library would forget which
 * pointer draws, never see it lifted, and take no further stroke.
 */
function usePad({ canvas, drawing, onStroke }: PadParts) {
  const redraw = useRef(() => {});
  const onStrokeNow = useRef(onStroke);
  onStrokeNow.current = onStroke;
  useEffect(() => {
    const element = canvas.current;
    if (element === null) return;
    const endGuard = guardAgainstPalm(element, {
      isEmpty: () => drawing.current.length === 0,
      onPalm: () => {
        drawing.current = drawing.current.slice(0, -1);
        fit();
      },
    });
    const pad = new SignaturePad(element, pen);
    let transform: StrokeTransform = { scale: 1, x: 0, y: 0 };
    let isDrawing = false;
    let isStale = false;
    /** How many of the pad's strokes are in `drawing` already. */
    let drawnCount = 0;
    const fit = () => {
      isStale = isDrawing;
      if (isDrawing) return;
      const { clientWidth: width, clientHeight: height } = element;
      const density = Math.max(window.devicePixelRatio || 1, 1);
      element.width = Math.round(width * density);
      element.height = Math.round(height * density);
      contextOf(element).scale(density, density);
      transform = fitStrokes(drawing.current, { width, height });
      pad.fromData(toArea(drawing.current, transform));
      drawnCount = drawing.current.length;
    };
    const onBegin = () => {
      isDrawing = true;
    };
    const onEnd = () => {
      isDrawing = false;
      const drawn = pad.toData().slice(drawnCount);
      drawnCount += drawn.length;
      drawing.current = [...drawing.current, ...fromArea(drawn, transform)];
      if (isStale) fit();
      onStrokeNow.current();
    };
    element.addEventListener('touchstart', keepFromGestures, { passive: false });
    pad.addEventListener('beginStroke', onBegin);
    pad.addEventListener('endStroke', onEnd);
    const observer = new ResizeObserver(fit);
    observer.observe(element);
    redraw.current = fit;
    return () => {
      observer.disconnect();
      endGuard();
      element.removeEventListener('touchstart', keepFromGestures);
      pad.removeEventListener('beginStroke', onBegin);
      pad.removeEventListener('endStroke', onEnd);
      pad.off();
    };
  }, [canvas, drawing]);
  return redraw;
}
