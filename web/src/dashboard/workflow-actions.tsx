import { isCorrectable, LIMITS, mayCancel } from '@paraph/domain';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import {
  Ban,
  CopyPlus,
  LayoutTemplate,
  type LucideIcon,
  Pencil,
  Send,
  SquarePen,
  Trash2,
} from 'lucide-react';
import { useRef, useState } from 'react';
import { ApiError } from '../api/call.ts';
import { randomKey } from '../api/random-key.ts';
import { copyWorkflow } from '../api/templates-api.ts';
import type { WorkflowDetail } from '../api/wire.ts';
import {
  cancelWorkflow,
  copyToDraft,
  deleteWorkflow,
  goToDesigner,
  type WorkflowIds,
  workflowKey,
} from '../api/workflows-api.ts';
import { useWorkspace } from '../frame/use-workspace.ts';
import { useText } from '../text/start-text.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { ConfirmButton } from '../ui/confirm-button.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { TextArea } from '../ui/text-field.tsx';
import { useToast } from '../ui/toast.tsx';
import { type SavedRoles, SaveTemplateDialog } from './save-template-dialog.tsx';
import { ScheduleButton } from './scheduled-start.tsx';
import type { WorkflowRights } from './workflow-state.ts';

type WorkflowActionsProps = { ids: WorkflowIds; workflow: WorkflowDetail; rights: WorkflowRights };

/** The buttons above a workflow, as far as its state and the reader's role allow them. */
export function WorkflowActions({ ids, workflow, rights }: WorkflowActionsProps) {
  const { name, status } = workflow;
  const { mayEdit, mayDelete, mayDuplicate } = rights;
  const isDraft = status === 'not_started';
  return (
    <div className="flex flex-wrap gap-2">
      {mayDuplicate && <CopyToDraft ids={ids} kind="duplicate" icon={CopyPlus} />}
      <MakeTemplate ids={ids} workflow={workflow} />
      {isDraft && mayDelete ? (
        <DeleteDraft ids={ids} name={name} />
      ) : (
        mayEdit && mayCancel(workflow) && <CancelWorkflow ids={ids} name={name} />
      )}
      {isDraft && mayEdit && <DraftActions ids={ids} workflow={workflow} />}
      {isCorrectable(status) && mayEdit && mayDuplicate && (
        <CopyToDraft ids={ids} kind="correct" icon={Send} />
      )}
    </div>
  );
}

function DraftActions({ ids, workflow }: Omit<WorkflowActionsProps, 'rights'>) {
  const t = useText('documents');
  const isScheduled = workflow.scheduledStartDate !== null;
  const params = { workspaceId: String(ids.workspaceId), id: String(ids.id) };
  return (
    <>
      <Link to="/documents/$workspaceId/$id/edit" params={params} className={buttonClass()}>
        <Pencil aria-hidden size={18} />
        {t('editDraft')}
      </Link>
      {isScheduled ? null : <ScheduleButton ids={ids} workflow={workflow} />}
      <PrepareWorkflow ids={ids} isScheduled={isScheduled} />
    </>
  );
}

/** Opens the designer, which sends the draft, unless it starts by itself, and returns here. */
function PrepareWorkflow({ ids, isScheduled }: { ids: WorkflowIds; isScheduled: boolean }) {
  const t = useText('documents');
  const opening = useMutation({ mutationFn: () => goToDesigner(ids, isScheduled) });
  return (
    <>
      <Button
        icon={SquarePen}
        variant="primary"
        busy={opening.isPending || opening.isSuccess}
        onClick={() => opening.mutate()}
      >
        {t('prepare')}
      </Button>
      <ErrorBanner error={opening.error} />
    </>
  );
}

interface CopyToDraftProps {
  readonly ids: WorkflowIds;
  readonly kind: 'correct' | 'duplicate';
  readonly icon: LucideIcon;
}

/** Creates a draft with the same documents, people and fields, and opens it. */
function CopyToDraft({ ids, kind, icon }: CopyToDraftProps) {
  const t = useText('acts');
  const showToast = useToast();
  const client = useQueryClient();
  const navigate = useNavigate();
  // Kept until there is a response: a retry after a lost response returns the draft of the first try.
  const key = useRef<string>(null);
  const isCorrection = kind === 'correct';
  const copying = useMutation({
    mutationFn: () => {
      key.current ??= randomKey();
      return copyToDraft(ids, { kind, idempotencyKey: key.current });
    },
    onSettled: (_made, error) => {
      const isLost = error instanceof ApiError && error.status === 0;
      if (!isLost) key.current = null;
    },
    onSuccess: async ({ workspaceId, id }) => {
      showToast({ text: t(isCorrection ? 'correcting' : 'duplicated') });
      await client.invalidateQueries({ queryKey: ['workflows', workspaceId] });
      const params = { workspaceId: String(workspaceId), id: String(id) };
      const page = '/documents/$workspaceId/$id' as const;
      await navigate(isCorrection ? { to: `${page}/edit`, params } : { to: page, params });
    },
  });
  return (
    <>
      <Button
        icon={icon}
        variant={isCorrection ? 'primary' : 'plain'}
        busy={copying.isPending}
        onClick={() => copying.mutate()}
      >
        {t(isCorrection ? 'sendAgain' : 'duplicate')}
      </Button>
      <ErrorBanner error={copying.error} isFormless />
    </>
  );
}

/** Creates a template from the workflow's documents, steps and fields. */
function MakeTemplate({ ids, workflow }: { ids: WorkflowIds; workflow: WorkflowDetail }) {
  const t = useText('templates');
  const { workspaces } = useWorkspace();
  const [isOpen, setOpen] = useState(false);
  const { name, recipients, followers } = workflow;
  const workspace = workspaces.find(({ id }) => id === ids.workspaceId);
  if (!workspace?.permissions.includes('create_template_out_of_workflow')) return null;
  const people = recipients.map((person) => {
    const isSigner = person.roles.some(({ type }) => type === 'sign');
    return { key: String(person.id), name: person.name, type: isSigner ? 'sign' : 'review' } as const;
  });
  const save = ({ roles, isAsked, ...named }: SavedRoles) =>
    copyWorkflow(ids.workspaceId, {
      ...named,
      fromWorkflowId: ids.id,
      placeholders: [...roles].map(([key, role]) => ({ recipientId: Number(key), name: role })),
      askFollowers: isAsked,
    });
  return (
    <>
      <Button icon={LayoutTemplate} onClick={() => setOpen(true)}>
        {t('make')}
      </Button>
      {isOpen && (
        <SaveTemplateDialog
          {...{ name, people, save }}
          hasFollowers={followers.length > 0}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

/** Deletes a draft permanently. */
function DeleteDraft({ ids, name }: { ids: WorkflowIds; name: string }) {
  const t = useText('documents');
  const showToast = useToast();
  const client = useQueryClient();
  const navigate = useNavigate();
  const deleting = useMutation({
    mutationFn: () => deleteWorkflow(ids),
    onSuccess: async () => {
      showToast({ text: t('draftDeleted') });
      await navigate({ to: '/documents', search: {} });
      await client.invalidateQueries({ queryKey: ['workflows', ids.workspaceId] });
    },
  });
  return (
    <ConfirmButton
      icon={Trash2}
      label={t('deleteDraft')}
      act={deleting}
      title={t('deleteDraftTitle', { name })}
      description={t('deleteDraftWhat')}
      confirmLabel={t('deleteDraftAct')}
    />
  );
}

function CancelWorkflow({ ids, name }: { ids: WorkflowIds; name: string }) {
  const t = useText('documents');
  const showToast = useToast();
  const client = useQueryClient();
  const [reason, setReason] = useState('');
  const cancel = useMutation({
    mutationFn: () => cancelOne(ids, reason.trim()),
    onSuccess: () => showToast({ text: t('canceled') }),
    // Reload even after an error: a recipient may have signed meanwhile.
    onSettled: () => client.invalidateQueries({ queryKey: workflowKey(ids) }),
  });
  return (
    <ConfirmButton
      icon={Ban}
      label={t('cancel')}
      act={cancel}
      title={t('cancelTitle', { name })}
      description={t('cancelWhat')}
      confirmLabel={t('cancelAct')}
    >
      <TextArea
        label={t('cancelReason')}
        hint={t('cancelReasonHint')}
        value={reason}
        maxLength={LIMITS.commentCharactersMax}
        onChange={(event) => setReason(event.target.value)}
      />
    </ConfirmButton>
  );
}

/** The interface cancels in bulk and answers 200 even where an item failed. */
async function cancelOne(ids: WorkflowIds, reason: string): Promise<void> {
  const [item] = await cancelWorkflow(ids, reason);
  if (item?.error) throw new ApiError({ statusCode: 409, ...item.error });
}
