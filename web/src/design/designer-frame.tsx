import { type RefObject, useCallback, useEffect, useRef } from 'react';
import type { Design } from '../api/wire.ts';
import type { Bridge } from '../embedding/bridge.ts';
import type { EditorPerson } from './editor-source.ts';
import { gapsOf } from './gap-state.ts';
import { findSendProblems } from './send-check.ts';
import type { BoardEditor } from './use-board.ts';

/** What a designer in a frame has besides: whom it tells, and what others save before they go on. */
export interface DesignerFrame {
  readonly post: Bridge['post'];
  readonly flush: RefObject<() => Promise<boolean>>;
}

interface ReporterProps {
  readonly frame: DesignerFrame;
  readonly editor: BoardEditor;
  readonly design: Design;
  readonly people: readonly EditorPerson[];
}

/** Tells the page around what is missing, at first and with each change, and when all is saved. Shows nothing. */
export function FrameReporter({ frame, editor, design, people }: ReporterProps) {
  const { post, flush } = frame;
  const { envelopeId } = design.workflow;
  const gaps = JSON.stringify(gapsOf(findSendProblems(people, editor.board.fields, design)));
  const { status } = editor;
  const told = useRef<string | null>(null);
  const isPending = useRef(false);
  const tellSaved = useCallback(() => {
    if (isPending.current) post({ type: 'saved', envelopeId });
    isPending.current = false;
  }, [post, envelopeId]);
  useEffect(() => {
    // Told before what waits for it goes on.
    flush.current = async () => {
      const isSaved = await editor.flush();
      if (isSaved) tellSaved();
      return isSaved;
    };
  }, [flush, editor.flush, tellSaved]);
  useEffect(() => {
    const isFirst = told.current === null;
    const isChange = told.current !== gaps || (status === 'waiting' && !isPending.current);
    told.current = gaps;
    if (isChange) post({ type: 'changed', gaps: JSON.parse(gaps) });
    if (isChange && !isFirst) isPending.current = true;
  }, [gaps, status, post]);
  useEffect(() => {
    if (status === 'saved') tellSaved();
  }, [status, tellSaved]);
  return null;
}

/** Tells once that nothing is left to do here, and why. */
export function useFrameEnd(frame: DesignerFrame | undefined, design: Design, isDone: boolean): void {
  const { workflow, mayEdit, autoStart } = design;
  const { envelopeId, status } = workflow;
  const hasStarted = isDone && autoStart;
  const isOver = isDone || !mayEdit;
  const isTold = useRef(false);
  useEffect(() => {
    const wasTold = isTold.current;
    isTold.current = isOver;
    if (!frame || !isOver || wasTold) return;
    if (hasStarted) frame.post({ type: 'started', envelopeId });
    if (isDone) frame.post({ type: 'closed', reason: hasStarted ? 'started' : 'finished' });
    else frame.post({ type: 'closed', reason: status === 'not_started' ? 'ended' : 'started' });
  }, [frame, isOver, isDone, hasStarted, envelopeId, status]);
}
