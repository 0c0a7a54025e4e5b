import { useEffect, useRef, useState } from 'react';
import { useText } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { ActTrouble } from './act-trouble.tsx';
import { type Drawing, DrawPad, emptyDrawing, pngOfDrawing } from './draw-pad.tsx';
import { pictureCanvas, pngOf, typedCanvas } from './mark-image.ts';
import { fontsFor, plainFont, typedDefault } from './mark-state.ts';
import type { Mark, MarkKind, MarkMethod, NewMark } from './signing-view.ts';
import { type Typed, TypePad } from './type-pad.tsx';
import { type Chosen, UploadPad } from './upload-pad.tsx';
import { useAct } from './use-act.ts';

export interface MarkFormProps {
  readonly kind: MarkKind;
  readonly name: string;
  /** The mark in the field now, null when the field is empty. */
  readonly current: Mark | null;
  readonly onClose: () => void;
  readonly onApply: (mark: NewMark) => Promise<void>;
  readonly onRemove: () => void;
}

/** Three ways to one mark. What was begun in one tab is still there after looking into another. */
export function MarkForm({ kind, name, current, onClose, onApply, onRemove }: MarkFormProps) {
  const t = useText('signing');
  const drawing = useRef(emptyDrawing);
  const [method, setMethod] = useState<MarkMethod>('draw');
  const [typed, setTyped] = useState<Typed>({ text: typedDefault(kind, name), family: null });
  const [chosen, setChosen] = useState<Chosen>({ file: null, isPaperCleared: true });
  const [problem, setProblem] = useState<string | null>(null);
  const act = useAct();
  const form = useFocusOnTabs();

  const apply = () => {
    setProblem(null);
    return act.run(async () => {
      const made = await makeMark({ method, typed, chosen, drawing: drawing.current });
      if (typeof made === 'string') return setProblem(t(made));
      await onApply(made);
      onClose();
    });
  };
  const clearProblem = () => setProblem(null);
  return (
    <div ref={form} className="flex flex-col gap-4">
      {current !== null && (
        <CurrentMark
          mark={current}
          onRemove={() => {
            onRemove();
            onClose();
          }}
        />
      )}
      <Tabs
        label={t('mark.how')}
        value={method}
        onChange={(next) => {
          clearProblem();
          setMethod(next as MarkMethod);
        }}
        tabs={[
          {
            value: 'draw',
            label: t('mark.draw'),
            content: <DrawPad kept={drawing} onChange={clearProblem} />,
          },
          {
            value: 'type',
            label: t('mark.type'),
            content: <TypePad kind={kind} typed={typed} onTyped={setTyped} />,
          },
          {
            value: 'upload',
            label: t('mark.upload'),
            content: <UploadPad chosen={chosen} onChosen={setChosen} onProblem={setProblem} />,
          },
        ]}
      />
      <p role="alert" className="text-14 text-stopped empty:hidden">
        {problem}
      </p>
      <ActTrouble trouble={act.trouble} />
      <div className="mark-act">
        <p className="text-13 text-muted max-sm:hidden">{t('mark.note')}</p>
        <Button variant="primary" busy={act.isBusy} onClick={() => void apply()} className="ms-auto min-w-32">
          {t('mark.apply')}
        </Button>
      </div>
    </div>
  );
}

/** The form comes after the dialog has opened, too late for the browser to put the focus in it. */
function useFocusOnTabs() {
  const form = useRef<HTMLDivElement>(null);
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')?.focus();
  }, []);
  return form;
}

function CurrentMark({ mark, onRemove }: { mark: Mark; onRemove: () => void }) {
  const t = useText('signing');
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 border-b border-line pb-3">
      <span className="flex items-center gap-3 text-14 text-muted">
        {t('mark.current')}
        <img src={mark.url} alt="" className="mark-paper h-10 max-w-40 object-contain" />
      </span>
      <Button variant="quiet" className="px-2 text-14" onClick={onRemove}>
        {t('mark.remove')}
      </Button>
    </div>
  );
}

interface MarkParts {
  readonly method: MarkMethod;
  readonly typed: Typed;
  readonly chosen: Chosen;
  readonly drawing: Drawing;
}

/** The mark, or the key of the sentence that says why there is none. */
async function makeMark(parts: MarkParts): Promise<NewMark | string> {
  try {
    if (parts.method === 'draw') return drawnMark(parts.drawing);
    return await (parts.method === 'type' ? typedMark(parts.typed) : uploadedMark(parts.chosen));
  } catch {
    // A picture the browser cannot decode, or a hand it could not fetch.
    return parts.method === 'upload' ? 'mark.badFile' : 'mark.failed';
  }
}

function drawnMark(drawing: Drawing): NewMark | string {
  const png = pngOfDrawing(drawing);
  return png === null ? 'mark.emptyDraw' : { method: 'draw', text: null, font: null, png };
}

async function typedMark({ text: written, family }: Typed): Promise<NewMark | string> {
  const text = written.trim().normalize('NFC');
  const fonts = fontsFor(text);
  const font = (fonts.find((each) => each.family === family) ?? fonts[0])?.family ?? plainFont.family;
  const png = text === '' ? null : pngOf(await typedCanvas(text, font));
  return png === null ? 'mark.emptyType' : { method: 'type', text, font, png };
}

async function uploadedMark({ file, isPaperCleared }: Chosen): Promise<NewMark | string> {
  if (file === null) return 'mark.emptyUpload';
  const png = pngOf(await pictureCanvas(file, isPaperCleared));
  return png === null ? 'mark.blankFile' : { method: 'upload', text: null, font: null, png };
}
