import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useBlocker, useNavigate, useParams } from '@tanstack/react-router';
import { ChevronLeft } from 'lucide-react';
import { type RefObject, type SyntheticEvent, useId, useReducer, useRef, useState } from 'react';
import type { WorkflowDetail } from '../api/wire.ts';
import {
  changeDraftDetails,
  type WorkflowIds,
  workflowKey,
  workflowQuery,
  workflowSectionQuery,
} from '../api/workflows-api.ts';
import {
  forgetInput,
  type UnfinishedForm,
  useLeftInput,
  useRememberedInput,
} from '../frame/unfinished-form.ts';
import { useText } from '../text/start-text.ts';
import { BACK_LINK } from '../ui/back-link.ts';
import { Button } from '../ui/button.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { useToast } from '../ui/toast.tsx';
import { DraftFiles } from './draft-files.tsx';
import { DraftOptions } from './draft-options.tsx';
import { DraftTexts } from './draft-texts.tsx';
import { focusField } from './focus-field.ts';
import { LeftUnfinished } from './left-unfinished.tsx';
import { isPermitted, levelFactsOf } from './level-state.ts';
import {
  changeDraft,
  changedOptions,
  type DraftError,
  detailsOf,
  draftFrom,
  isSameDetails,
  type SendDraft,
  validateDraftDetails,
} from './send-state.ts';
import { StoredAnnexes } from './stored-annexes.tsx';
import { useDeadlineLimits } from './use-deadline-limits.ts';
import { useErrorTexts } from './use-error-texts.ts';
import { useLevels } from './use-levels.ts';

/** All that the page for sending asks, for a draft; its fields are placed in the designer. */
export default function EditDraftPage() {
  const params = useParams({ from: '/app/documents/$workspaceId/$id/edit' });
  const ids = { workspaceId: Number(params.workspaceId), id: Number(params.id) };
  const query = useQuery(workflowQuery(ids, () => false));
  // The form starts with it, so not with what was known before a change.
  const section = useQuery({ ...workflowSectionQuery(ids, 'reminders', false), refetchOnMount: 'always' });
  const error = query.error ?? section.error;
  if (error) return <ErrorBanner error={error} />;
  if (!query.data || !section.data || !section.isFetchedAfterMount) return <Skeleton lines={8} />;
  if (query.data.status !== 'not_started') return <NoDraft ids={ids} workflow={query.data} />;
  return <EditDraft ids={ids} workflow={query.data} reminders={section.data.reminders} />;
}

type EditProps = { ids: WorkflowIds; workflow: WorkflowDetail };

function EditDraft({ ids, workflow, reminders }: EditProps & { reminders: string }) {
  const t = useText('send');
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  // The initial values: documents change while the page is open, the rest only by Save.
  const [start] = useState(() => draftFrom({ ...workflow, reminders }, id));
  const unfinished = `edit-draft ${ids.id}` as const;
  const left = useLeftInput<SendDraft>(unfinished);
  const [draft, change] = useReducer(changeDraft, left ?? start);
  const isChanged = !isSameDetails(start, draft);
  useRememberedInput(unfinished, isChanged ? draft : null);
  const [hasTried, setTried] = useState(false);
  const isSaved = useRef(false);
  const saving = useSaving(ids, { isSaved, unfinished });
  const offers = useLevels(ids.workspaceId);
  const limits = useDeadlineLimits();
  const now = Math.floor(Date.now() / 1000);
  const rules = { levels: levelFactsOf(offers), isPermitted: isPermitted(draft.type, offers), limits };
  const errors = validateDraftDetails(draft, now, rules).filter((error) => isOfChange(error, start, draft));
  const errorTexts = useErrorTexts(hasTried ? errors : [], saving.error);
  // The input stays in the memory of this tab, which a reload ends.
  useBlocker({ shouldBlockFn: () => false, enableBeforeUnload: () => !isSaved.current && isChanged });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    setTried(true);
    if (errors[0]) focusField(form.current, errors[0].path);
    else saving.mutate({ ...detailsOf(draft), ...changedOptions(start, draft, now) });
  };
  return (
    <>
      <PageHeader title={t('editTitle', { name: workflow.name })} above={<BackToDraft ids={ids} />} />
      <div className="flex max-w-form flex-col gap-10">
        <DraftFiles ids={ids} documents={workflow.documents} />
        <StoredAnnexes owner={{ kind: 'workflows', ...ids }} />
        <form ref={form} noValidate onSubmit={submit} className="flex min-w-0 flex-col gap-10">
          {left && isChanged && <LeftUnfinished draft={draft} saved={start} change={change} />}
          <DraftTexts
            draft={draft}
            errorTexts={errorTexts}
            change={change}
            offers={offers}
            workspaceId={ids.workspaceId}
          />
          <DraftOptions
            {...{ draft, limits, errorTexts, change }}
            reminders={draft.reminders ?? reminders}
            workspaceId={ids.workspaceId}
          />
          <ErrorBanner error={saving.error} shownFields={[...errorTexts.keys()]} />
          <Button type="submit" variant="primary" busy={saving.isPending} className="self-start">
            {t('saveDraft')}
          </Button>
        </form>
      </div>
    </>
  );
}

/** A deadline and a start that have come near are no error of who changes something else. */
function isOfChange({ kind }: DraftError, before: SendDraft, draft: SendDraft): boolean {
  if (kind !== 'deadline' && kind !== 'start') return true;
  return JSON.stringify(before[kind]) !== JSON.stringify(draft[kind]);
}

function NoDraft({ ids, workflow }: EditProps) {
  const t = useText('send');
  return <PageHeader title={workflow.name} lead={t('noDraftAnyMore')} above={<BackToDraft ids={ids} />} />;
}

function BackToDraft({ ids: { workspaceId, id } }: { ids: WorkflowIds }) {
  const t = useText('send');
  const params = { workspaceId: String(workspaceId), id: String(id) };
  return (
    <Link to="/documents/$workspaceId/$id" params={params} className={BACK_LINK}>
      <ChevronLeft aria-hidden size={16} />
      {t('backToDraft')}
    </Link>
  );
}

function useSaving(
  ids: WorkflowIds,
  { isSaved, unfinished }: { isSaved: RefObject<boolean>; unfinished: UnfinishedForm },
) {
  const t = useText('send');
  const showToast = useToast();
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (details: Parameters<typeof changeDraftDetails>[1]) => changeDraftDetails(ids, details),
    // Reload even after an error: one of the two calls may have succeeded.
    onSettled: () => client.invalidateQueries({ queryKey: workflowKey(ids) }),
    onSuccess: async () => {
      isSaved.current = true;
      forgetInput(client, unfinished);
      showToast({ text: t('draftSaved') });
      const params = { workspaceId: String(ids.workspaceId), id: String(ids.id) };
      await navigate({ to: '/documents/$workspaceId/$id', params });
    },
  });
}
