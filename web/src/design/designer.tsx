import { ArrowLeft, Check, ExternalLink, Send } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Design } from '../api/wire.ts';
import { currentLanguage, useText } from '../text/start-text.ts';
import { Banner } from '../ui/banner.tsx';
import { Button, buttonClass, IconButton } from '../ui/button.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { OutsideFrame } from '../ui/outside-frame.tsx';
import { rolesWithoutSignature } from './board-state.ts';
import type { DesignApi } from './design-api.ts';
import { type DesignerFrame, FrameReporter, useFrameEnd } from './designer-frame.tsx';
import { type EditorPerson, type EditorSource, sourceOf } from './editor-source.ts';
import { FieldEditor } from './field-editor.tsx';
import { findIllegible, findSendProblems, type SendProblem } from './send-check.ts';
import { SendCheckDialog } from './send-check-dialog.tsx';
import type { BoardEditor } from './use-board.ts';
import type { FieldActions } from './use-field-actions.ts';

interface DesignerProps {
  readonly api: DesignApi;
  readonly design: Design;
  readonly onDesign: (design: Design) => void;
  /** The page of another product around it. */
  readonly frame?: DesignerFrame;
}

/** The fields of the draft, and the end: what was asked for is saved or sent. */
export function Designer(props: DesignerProps) {
  const { api, design, onDesign, frame } = props;
  const t = useText('design');
  const [isDone, setDone] = useState(false);
  const { isBusy, error, finish } = useFinish(props, () => setDone(true));
  const source = useMemo(() => sourceOf(design, api, t), [design, api, t]);
  const { workflow, mayEdit, callback } = design;
  useFrameEnd(frame, design, isDone);
  if (isDone && design.autoStart) {
    return <DonePage title={t('sentTitle')} lead={t('sentLead')} callback={callback} />;
  }
  if (!mayEdit) return <DonePage title={t('closedTitle')} lead={t('closedLead')} callback={callback} />;
  if (isDone) {
    // Further changes start from what is saved. A frame has no second opening, and a page may have been left open.
    const goOn = async () => {
      if (!frame) return window.location.reload();
      onDesign(await api.read());
      setDone(false);
    };
    const again = <Button onClick={() => void goOn().catch(() => undefined)}>{t('edit')}</Button>;
    return <DonePage title={t('finishedTitle')} lead={t('finishedLead')} callback={callback} more={again} />;
  }
  return (
    <FieldEditor
      source={source}
      title={workflow.name}
      back={(editor) => isSameOrigin(callback) && <BackLink callback={callback} editor={editor} />}
      notice={(editor) => (
        <div className="mb-3 flex flex-col gap-3 empty:hidden">
          <ErrorBanner error={error} />
          {frame && <FrameReporter frame={frame} editor={editor} design={design} people={source.people} />}
          <MissingSignatures people={source.people} editor={editor} />
        </div>
      )}
      actions={(editor, fieldActions) => (
        <FinishButton
          design={design}
          source={source}
          editor={editor}
          fieldActions={fieldActions}
          isBusy={isBusy}
          onFinish={() => finish(editor)}
        />
      )}
    />
  );
}

/** Whether the callback is a page of this instance; for a page elsewhere the button names the host. */
function isSameOrigin(callback: string | null): callback is string {
  return callback !== null && new URL(callback).origin === window.location.origin;
}

function BackLink({ callback, editor }: { callback: string; editor: BoardEditor }) {
  const t = useText('design');
  const leave = async () => {
    if (await editor.flush()) window.location.assign(callback);
  };
  return <IconButton icon={ArrowLeft} label={t('backTo', { host: 'Paraph' })} onClick={() => void leave()} />;
}

/** Saves, starts the workflow if requested, and returns to the callback. */
function useFinish({ api, design, onDesign }: DesignerProps, onDone: () => void) {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const finish = async (editor: BoardEditor) => {
    setBusy(true);
    setError(null);
    try {
      if (!(await editor.flush())) return;
      if (design.autoStart) onDesign(await api.start());
      onDone();
      if (design.callback !== null) window.location.assign(design.callback);
    } catch (caught) {
      setError(caught);
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, error, finish: (editor: BoardEditor) => void finish(editor) };
}

interface FinishButtonProps {
  readonly design: Design;
  readonly source: EditorSource;
  readonly editor: BoardEditor;
  readonly fieldActions: FieldActions;
  readonly isBusy: boolean;
  readonly onFinish: () => void;
}

/** Sends only what passes the checklist; without sending, all is saved as it is. */
function FinishButton({ design, source, editor, fieldActions, isBusy, onFinish }: FinishButtonProps) {
  const t = useText('design');
  const { autoStart, callback } = design;
  const [problems, setProblems] = useState<readonly SendProblem[] | null>(null);
  const press = async () => {
    const { fields } = editor.board;
    const open = autoStart ? findSendProblems(source.people, fields, design) : [];
    const illegible = (await editor.flush()) ? [] : findIllegible(editor.readFailure(), fields);
    const remaining = [...open, ...illegible];
    if (remaining.length > 0) setProblems(remaining);
    else onFinish();
  };
  const solve = (problem: SendProblem) => {
    // One of several missing signatures: the others are added as well, without a further press on Send.
    const rest = problem.kind === 'noSignature' ? (problems ?? []).filter((each) => each !== problem) : [];
    // The dialog gives the focus back first.
    flushSync(() => setProblems(rest.length > 0 ? rest : null));
    if (problem.kind === 'noSignature') fieldActions.add('signature', problem.role);
    if ('field' in problem) fieldActions.choose(problem.field, false);
  };
  return (
    <>
      <Button
        variant="primary"
        icon={autoStart ? Send : Check}
        busy={isBusy}
        title={callback === null ? undefined : t('finishTo', { host: new URL(callback).host })}
        onClick={() => void press()}
        className="shrink-0"
      >
        {t(autoStart ? 'send' : 'finish')}
      </Button>
      <SendCheckDialog problems={problems} onClose={() => setProblems(null)} onSolve={solve} />
    </>
  );
}

/** Warns about missing signers or signature fields. */
function MissingSignatures({ people, editor }: { people: readonly EditorPerson[]; editor: BoardEditor }) {
  const t = useText('design');
  if (people.length === 0) {
    return (
      <Banner tone="waiting" title={t('nobody')}>
        {t('nobodyHelp')}
      </Banner>
    );
  }
  const without = rolesWithoutSignature(
    editor.board.fields,
    people.map(({ role }) => role),
  );
  if (without.length === 0) return null;
  const names = people.filter(({ role }) => without.includes(role)).map(({ name }) => name);
  return <p className="text-14 text-muted">{t('unplaced', { names: namesOf(names) })}</p>;
}

interface DonePageProps {
  readonly title: string;
  readonly lead: string;
  readonly callback: string | null;
  readonly more?: ReactNode;
}

function DonePage({ title, lead, callback, more }: DonePageProps) {
  const t = useText('design');
  return (
    <OutsideFrame title={title} lead={lead}>
      <div className="flex flex-wrap gap-3">
        {callback !== null && (
          <a href={callback} className={buttonClass('primary')}>
            <ExternalLink aria-hidden size={18} />
            {t('goOn', { host: new URL(callback).host })}
          </a>
        )}
        {more}
      </div>
    </OutsideFrame>
  );
}

function namesOf(names: readonly string[]): string {
  return new Intl.ListFormat(currentLanguage(), { type: 'conjunction' }).format(new Set(names));
}
