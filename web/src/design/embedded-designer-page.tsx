import { useParams } from '@tanstack/react-router';
import { useCallback, useMemo, useRef, useState } from 'react';
import { ApiError, messageOf } from '../api/call.ts';
import type { Design } from '../api/wire.ts';
import type { Bridge } from '../embedding/bridge.ts';
import { useFrame, useTellEnd } from '../embedding/use-frame.ts';
import { showLanguage } from '../text/app-languages.ts';
import { useText } from '../text/start-text.ts';
import { AppLanguageMenu } from '../ui/app-language-menu.tsx';
import { Button } from '../ui/button.tsx';
import { OutsideFrame } from '../ui/outside-frame.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { type DesignApi, type EmbeddedDesign, openEmbeddedDesign } from './design-api.ts';
import { Designer } from './designer.tsx';
import { DraftFiles } from './draft-files-dialog.tsx';
import { DraftPeople } from './draft-people-dialog.tsx';
import { useFramedText } from './framed-texts.ts';
import { useDesign } from './use-design.ts';

/** The designer in a frame of another product, which is shown there by one session, once. */
export function EmbeddedDesignerPage() {
  const flush = useRef(async () => true);
  const { step, bridge, end, retry } = useFrame<EmbeddedDesign>({
    open: openEmbeddedDesign,
    isEnded: hasEnded,
    loadLanguage: showLanguage,
    onClose: () => flush.current(),
  });
  switch (step.kind) {
    case 'loading':
      return <Skeleton className="p-8" />;
    case 'open':
      return <Opened bridge={bridge} flush={flush} onEnded={end} />;
    default:
      return <Ended kind={step.kind} bridge={bridge} onRetry={retry} />;
  }
}

const hasEnded = (cause: unknown) =>
  cause instanceof ApiError && (cause.status === 404 || cause.status === 410);

interface OpenedProps {
  readonly bridge: Bridge;
  readonly flush: { current: () => Promise<boolean> };
  readonly onEnded: () => void;
}

function Opened({ bridge, flush, onEnded }: OpenedProps) {
  const { session } = useParams({ from: '/designing/embedded/$session' });
  const adapt = useCallback(
    (api: DesignApi) => reporting(api, { post: bridge.post, onEnded }),
    [bridge, onEnded],
  );
  const { api, query, keep } = useDesign(session, adapt);
  const frame = useMemo(() => ({ post: bridge.post, flush }), [bridge, flush]);
  const [round, setRound] = useState(0);
  if (query.isPending) return <Skeleton className="p-8" />;
  if (query.error) return <Ended kind="failed" bridge={bridge} onRetry={() => void query.refetch()} />;
  // The fields of other people and files are others: the editor begins anew, from what is saved.
  const change = async (act: () => Promise<Design>) => {
    if (!(await flush.current())) return;
    keep(await act());
    setRound((before) => before + 1);
  };
  return (
    <>
      <FrameLine design={query.data} api={api} change={change} />
      <Designer key={round} api={api} design={query.data} onDesign={keep} frame={frame} />
    </>
  );
}

interface FrameLineProps {
  readonly design: Design;
  readonly api: DesignApi;
  readonly change: (act: () => Promise<Design>) => Promise<void>;
}

/** Through whom the draft is prepared: no page around hides it. Beside it people and files, where they are open. */
function FrameLine({ design, api, change }: FrameLineProps) {
  const framedText = useFramedText();
  const { embedded, mayEdit } = design;
  return (
    <section
      aria-label={framedText('label')}
      className="flex flex-wrap items-center gap-x-2 border-b border-line px-3 py-1 text-14"
    >
      <span className="me-auto text-muted">{framedText('through', { host: location.host })}</span>
      <AppLanguageMenu />
      <span className="flex flex-wrap items-center gap-x-2">
        {mayEdit && embedded?.lockRecipients === false && (
          <DraftPeople design={design} save={(people) => change(() => api.setPeople(people))} />
        )}
        {mayEdit && embedded?.lockDocuments === false && (
          <DraftFiles
            design={design}
            add={(file) => change(() => api.addDocument(file))}
            remove={(id) => change(() => api.removeDocument(id))}
          />
        )}
      </span>
    </section>
  );
}

interface EndedProps {
  readonly kind: 'alone' | 'ended' | 'failed';
  readonly bridge: Bridge;
  readonly onRetry: () => void;
}

/** Nothing can be shown, and the page says why: an empty frame would say nothing. */
function Ended({ kind, bridge, onRetry }: EndedProps) {
  const framedText = useFramedText();
  const designText = useText('design');
  useTellEnd(bridge, kind, framedText('endedLead'));
  return (
    <OutsideFrame title={framedText(`${kind}Title`)} lead={framedText(`${kind}Lead`)} isAnswer>
      {kind === 'failed' && <Button onClick={onRetry}>{designText('tryAgain')}</Button>}
    </OutsideFrame>
  );
}

/** Tells the page around what fails; a session that has ended is the end of the page. */
function reporting(
  api: DesignApi,
  { post, onEnded }: { post: Bridge['post']; onEnded: () => void },
): DesignApi {
  const failed = (cause: unknown): never => {
    if (hasEnded(cause)) onEnded();
    else post({ type: 'error', code: codeOf(cause), message: messageOf(cause) });
    throw cause;
  };
  const told =
    <Values extends unknown[], Answer>(call: (...values: Values) => Promise<Answer>) =>
    (...values: Values) =>
      call(...values).catch(failed);
  const { trialUrl, ...calls } = api;
  return {
    trialUrl,
    read: told(calls.read),
    save: told(calls.save),
    start: told(calls.start),
    suggest: calls.suggest,
    setPeople: told(calls.setPeople),
    addDocument: told(calls.addDocument),
    removeDocument: told(calls.removeDocument),
  };
}

/** As the signing page says it. */
function codeOf(cause: unknown): string {
  const status = cause instanceof ApiError ? cause.status : 0;
  if (status === 0) return 'OFFLINE';
  if (status === 409) return 'CONFLICT';
  if (status === 429) return 'BUSY';
  return status >= 500 ? 'SERVER' : 'REFUSED';
}
