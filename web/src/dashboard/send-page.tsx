import { useQueryClient } from '@tanstack/react-query';
import { useBlocker, useNavigate } from '@tanstack/react-router';
import { CalendarClock, Eye, Send, SquarePen } from 'lucide-react';
import { type RefObject, type SyntheticEvent, useId, useReducer, useRef, useState } from 'react';
import { unfinishedQuery } from '../api/unfinished-api.ts';
import { findWorkflow, goToDesigner } from '../api/workflows-api.ts';
import { useWorkspace } from '../frame/use-workspace.ts';
import { currentLanguage, useText } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { formatMoment } from '../ui/format-time.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { useToast } from '../ui/toast.tsx';
import { isConverted } from './chosen-files.ts';
import { secondsOf } from './deadline-state.ts';
import { DraftOptions } from './draft-options.tsx';
import { DraftTexts } from './draft-texts.tsx';
import { focusField } from './focus-field.ts';
import type { UnfinishedKeeper } from './keep-unfinished.ts';
import { KeptNote } from './kept-note.tsx';
import { LeftUnfinished } from './left-unfinished.tsx';
import { isPermitted, levelFactsOf } from './level-state.ts';
import { NoWorkspace } from './no-workspace.tsx';
import { SendAnnexes } from './send-annexes.tsx';
import { SendChecklist } from './send-checklist.tsx';
import { SendFiles } from './send-files.tsx';
import { SendProgress } from './send-progress.tsx';
import {
  changeDraft,
  emptyDraft,
  type FirstValues,
  isStarted,
  type SendChange,
  type SendDraft,
  validateDraft,
} from './send-state.ts';
import { inLanguage } from './send-steps.ts';
import { useConvertedFormats, useDeadlineLimits } from './use-deadline-limits.ts';
import { annexError, fileError, useErrorTexts } from './use-error-texts.ts';
import { useFirstValues, useSourceTexts } from './use-first-values.ts';
import { useLevels } from './use-levels.ts';
import { useProposedReminders } from './use-proposed-reminders.ts';
import { type MadeEnvelope, useSending } from './use-sending.ts';
import { type Restored, useRestored, useUnfinished } from './use-unfinished.ts';

export default function SendPage() {
  const t = useText('send');
  const { workspace, isPending, error } = useWorkspace();
  const restored = useRestored();
  const first = useFirstValues(workspace?.id);
  if (!workspace && !isPending && !error) return <NoWorkspace title={t('title')} />;
  if (!restored || !(first || error)) return <Skeleton lines={8} />;
  return <SendDocument restored={restored} first={first ?? {}} />;
}

function SendDocument({ restored, first }: { restored: Restored; first: FirstValues }) {
  const t = useText('send');
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const { workspace, isPending, error: workspaceError } = useWorkspace();
  const left = restored.draft;
  const [draft, change] = useReducer(changeDraft, id, (key) => left ?? emptyDraft(key, first));
  const [hasTried, setTried] = useState(false);
  const unfinished = useUnfinished({ restored, draft, workspaceId: workspace?.id, change });
  const { isDone, leave } = useLeaving(unfinished.keeper);
  const sending = useSending(leave);
  const offers = useLevels(workspace?.id);
  const limits = useDeadlineLimits();
  const converted = useConvertedFormats();
  const proposed = useProposedReminders(workspace && { workspaceId: workspace.id });
  const reminders = draft.reminders ?? proposed;
  const sources = useSourceTexts(workspace?.id, draft);
  const facts = { levels: levelFactsOf(offers), isPermitted: isPermitted(draft.type, offers) };
  const errors = validateDraft(draft, Math.floor(Date.now() / 1000), { ...facts, limits, converted });
  const errorTexts = useErrorTexts(hasTried ? errors : [], sending.error);
  useLeaveWarning({ isDone, isSending: sending.isSending, keeper: unfinished.keeper });
  const shared = { draft, errorTexts, change, sources, workspaceId: workspace?.id };

  const submit = (event: SyntheticEvent, isDraft = false) => {
    event.preventDefault();
    setTried(true);
    if (errors.length === 0 && workspace)
      void sending.send(inLanguage({ ...draft, reminders }, first.language), {
        workspaceId: workspace.id,
        isDraft,
      });
    else if (errors[0]) focusField(form.current, errors[0].path);
  };
  return (
    <>
      <PageHeader title={t('title')} lead={workspace?.name} />
      <form
        ref={form}
        noValidate
        onSubmit={(event) => submit(event, draft.files.some(isConverted))}
        className="grid gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_18rem]"
      >
        <fieldset disabled={sending.isSending} className="flex min-w-0 flex-col gap-10">
          {left && isStarted(draft) && <LeftUnfinished draft={draft} change={change} />}
          <Files {...{ draft, errorTexts, change }} />
          <DraftTexts {...shared} offers={offers} language={first.language} />
          <DraftOptions {...shared} reminders={reminders} limits={limits} />
          <MayReassign isChecked={draft.mayReassign} change={change} />
        </fieldset>
        <aside aria-label={t('checklist')} className="flex flex-col gap-4 self-start lg:sticky lg:top-10">
          <SendChecklist errors={errors} onOpen={(error) => focusField(form.current, error.path)} />
          <ErrorBanner error={sending.error ?? workspaceError} shownFields={[...errorTexts.keys()]} />
          <KeptNote {...unfinished} />
          {sending.isSending ? (
            <SendProgress sent={sending.sent} total={sending.total} onStop={sending.stop} />
          ) : (
            <SendButtons
              isLater={draft.start !== null}
              isWaiting={isPending}
              isUnseen={draft.files.some(isConverted)}
              onDraft={(event) => submit(event, true)}
            />
          )}
        </aside>
      </form>
    </>
  );
}

function useLeaveWarning(at: { isDone: RefObject<boolean>; isSending: boolean; keeper: UnfinishedKeeper }) {
  const t = useText('send');
  const { isDone, isSending, keeper } = at;
  useBlocker({
    shouldBlockFn: () => !isDone.current && isSending && !window.confirm(t('leaveAsk')),
    // A reload ends what is on its way; what is saved is there again.
    enableBeforeUnload: () => !isDone.current && (isSending || keeper.isUnsaved),
  });
}

type FilesProps = {
  draft: SendDraft;
  errorTexts: Map<string, string>;
  change: (change: SendChange) => void;
};

/** What is signed, and what is only read. */
function Files({ draft: { files, annexes }, errorTexts, change }: FilesProps) {
  return (
    <div className="flex flex-col gap-4">
      <SendFiles files={files} error={fileError(errorTexts, files)} change={change} />
      <SendAnnexes annexes={annexes} error={annexError(errorTexts)} change={change} />
    </div>
  );
}

function MayReassign({ isChecked, change }: { isChecked: boolean; change: (change: SendChange) => void }) {
  const t = useText('send');
  return (
    <Checkbox
      label={t('mayReassign')}
      hint={t('mayReassignHint')}
      checked={isChecked}
      onChange={({ target }) => change({ do: 'reassign', mayReassign: target.checked })}
    />
  );
}

/** Both wait for the workspace that the document goes to: without one, pressing would do nothing. */
function SendButtons({
  isLater,
  isWaiting,
  isUnseen,
  onDraft,
}: {
  isLater: boolean;
  isWaiting: boolean;
  /** Whether a converter makes pages that nobody has seen yet: then a draft is made, to look at them first. */
  isUnseen: boolean;
  onDraft: (event: SyntheticEvent) => void;
}) {
  const t = useText('send');
  if (isUnseen)
    return (
      <>
        <p className="text-14 text-muted">{t('convertedNote')}</p>
        <Button type="submit" variant="primary" icon={Eye} busy={isWaiting}>
          {t('seePages')}
        </Button>
      </>
    );
  return (
    <>
      <Button type="submit" variant="primary" icon={isLater ? CalendarClock : Send} busy={isWaiting}>
        {t(isLater ? 'schedule' : 'send')}
      </Button>
      <Button icon={SquarePen} busy={isWaiting} onClick={onDraft}>
        {t('placeFields')}
      </Button>
    </>
  );
}

/** After sending, opens the new document's page; for a draft, the designer. */
function useLeaving(keeper: UnfinishedKeeper) {
  const t = useText('send');
  const showToast = useToast();
  const client = useQueryClient();
  const navigate = useNavigate();
  const isDone = useRef(false);
  const leave = async ({ id: envelopeId, workspaceId, isDraft, start }: MadeEnvelope) => {
    isDone.current = true;
    await keeper.stop({ isDone: true });
    await client.invalidateQueries(unfinishedQuery);
    const startsAt = start === null ? null : secondsOf(start);
    const moment = startsAt === null ? '' : formatMoment(startsAt, currentLanguage());
    if (!isDraft) showToast({ text: startsAt === null ? t('sent') : t('scheduled', { moment }) });
    await client.invalidateQueries({ queryKey: ['workflows'] });
    const workflow = await findWorkflow(workspaceId, envelopeId).catch(() => undefined);
    if (isDraft && workflow) return goToDesigner({ workspaceId, id: workflow.id }, startsAt !== null);
    if (!workflow) return navigate({ to: '/documents', search: {} });
    const params = { workspaceId: String(workspaceId), id: String(workflow.id) };
    return navigate({ to: '/documents/$workspaceId/$id', params });
  };
  return { isDone, leave };
}
