import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { asciiDigits } from '../text/sentence-state.ts';
import { Button } from '../ui/button.tsx';
import { openSharedPdf, type PdfSource } from './pdf-files.ts';
import { useNearViewport } from './use-near-viewport.ts';

interface SmallPageProps extends Pick<PdfSource, 'url' | 'sha256'> {
  readonly page: number;
  /** In any measure. */
  readonly size: { readonly width: number; readonly height: number };
}

const WIDTH = 56;

/** A small picture of a page, drawn where it is in sight. */
export function SmallPage({ url, sha256, page, size }: SmallPageProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const isNear = useNearViewport(canvas, '0px');
  useEffect(() => {
    const target = canvas.current;
    const version = `${url} ${sha256}`;
    if (!isNear || target === null || target.dataset.drawn === version) return;
    target.dataset.drawn = version;
    const { file, release } = openSharedPdf({ url, sha256 });
    // The number stays where the picture cannot be drawn.
    file
      .then((pdf) => pdf.drawSmall({ page, canvas: target, width: WIDTH }))
      .catch(() => undefined)
      .finally(release);
  }, [isNear, url, sha256, page]);
  const height = Math.round((WIDTH * size.height) / size.width);
  return <canvas ref={canvas} aria-hidden style={{ width: WIDTH, height }} />;
}

interface GoToPageProps {
  readonly label: string;
  readonly go: string;
  readonly onGo: (number: number) => void;
}

export function GoToPage({ label, go, onGo }: GoToPageProps) {
  const id = useId();
  const [number, setNumber] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (number !== '') onGo(Number(number));
  };
  return (
    <form onSubmit={submit} className="mt-2 flex items-center gap-2 text-14">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        inputMode="numeric"
        maxLength={4}
        value={number}
        onChange={(event) => setNumber(asciiDigits(event.target.value))}
        className="touch w-16 rounded-paper border border-edge bg-surface px-2"
      />
      <Button type="submit" isSmall className="shrink-0 whitespace-nowrap">
        {go}
      </Button>
    </form>
  );
}
