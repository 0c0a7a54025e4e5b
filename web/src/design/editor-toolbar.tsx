import { Check, CircleAlert, Minus, Plus, Redo2, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { type Zoom, zoomIn, zoomOut } from '../signing/page-layout-state.ts';
import { useText } from '../text/start-text.ts';
import { IconButton } from '../ui/button.tsx';
import type { SaveStatus } from './autosave.ts';
import type { BoardEditor } from './use-board.ts';

interface EditorToolbarProps {
  readonly title: string;
  readonly back: ReactNode;
  readonly editor: BoardEditor;
  readonly zoom: Zoom;
  readonly onZoom: (zoom: Zoom) => void;
  readonly actions: ReactNode;
}

export function EditorToolbar({ title, back, editor, zoom, onZoom, actions }: EditorToolbarProps) {
  const t = useText('design');
  const { board, change, status } = editor;
  return (
    <header className="design-toolbar">
      {back}
      <div className="me-auto min-w-0 leading-tight">
        <h1 dir="auto" className="truncate text-16 font-semibold">
          {title}
        </h1>
        <SaveText status={status} />
      </div>
      <fieldset className="flex shrink-0">
        <legend className="sr-only">{t('history')}</legend>
        <IconButton
          icon={Undo2}
          label={t('undo')}
          aria-disabled={board.past.length === 0}
          onClick={() => change({ do: 'undo' })}
        />
        <IconButton
          icon={Redo2}
          label={t('redo')}
          aria-disabled={board.future.length === 0}
          onClick={() => change({ do: 'redo' })}
        />
      </fieldset>
      <fieldset className="hidden shrink-0 md:flex">
        <legend className="sr-only">{t('zoom', { percent: zoom * 100 })}</legend>
        <IconButton
          icon={Minus}
          label={t('zoomOut')}
          aria-disabled={zoom <= 0.5}
          onClick={() => onZoom(zoomOut(zoom, 0.5))}
        />
        <IconButton
          icon={Plus}
          label={t('zoomIn')}
          aria-disabled={zoom >= 3}
          onClick={() => onZoom(zoomIn(zoom))}
        />
      </fieldset>
      {actions}
    </header>
  );
}

/** State of the autosave. */
function SaveText({ status }: { status: SaveStatus }) {
  const t = useText('design');
  const isSaved = status === 'saved';
  const hasFailed = status === 'failed';
  return (
    <p role="status" className="flex items-center gap-1 text-13 text-muted">
      {isSaved && <Check aria-hidden size={14} className="shrink-0 text-done" />}
      {hasFailed && <CircleAlert aria-hidden size={14} className="shrink-0 text-stopped" />}
      {/* On a phone the tick says it: the word would be broken beside the buttons. */}
      <span className={hasFailed ? 'text-stopped' : isSaved ? 'max-sm:sr-only' : 'truncate'}>
        {t(isSaved ? 'saved' : hasFailed ? 'notSaved' : 'saving')}
      </span>
    </p>
  );
}
