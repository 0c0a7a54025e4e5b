import { LIMITS } from '@paraph/domain';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type UseFormReturn, useForm } from 'react-hook-form';
import type { Workspace } from '../api/wire.ts';
import { workspacesQuery } from '../api/workflows-api.ts';
import { updateWorkspace } from '../api/workspaces-api.ts';
import { useText } from '../text/start-text.ts';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { SaveIndicator } from '../ui/save-indicator.tsx';
import { showViolations } from '../ui/show-violations.ts';
import { TextArea, TextField } from '../ui/text-field.tsx';

export const WORKSPACE_FIELDS = ['name', 'description'] as const;

export type WorkspaceValues = Record<(typeof WORKSPACE_FIELDS)[number], string>;

export function detailsOf({ name, description }: WorkspaceValues) {
  return { name: name.trim(), description: description.trim() || null };
}

type DetailsFieldsProps = { form: UseFormReturn<WorkspaceValues>; onLeave?: () => void };

export function WorkspaceDetailsFields({ form, onLeave }: DetailsFieldsProps) {
  const t = useText('organization');
  const { errors } = form.formState;
  const most = LIMITS.workspaceDescriptionCharactersMax;
  const leave = onLeave ? { onBlur: onLeave } : {};
  return (
    <>
      <TextField
        label={t('workspaceName')}
        error={errors.name?.message}
        {...form.register('name', {
          ...leave,
          required: t('workspaceNameNeeded'),
          minLength: { value: LIMITS.nameCharactersMin, message: t('workspaceNameNeeded') },
          maxLength: {
            value: LIMITS.nameCharactersMax,
            message: t('workspaceNameLong', { count: LIMITS.nameCharactersMax }),
          },
        })}
      />
      <TextArea
        label={t('description')}
        hint={t('descriptionHint')}
        rows={2}
        error={errors.description?.message}
        {...form.register('description', {
          ...leave,
          maxLength: { value: most, message: t('descriptionLong', { count: most }) },
        })}
      />
    </>
  );
}

/** Saves each change on blur. */
export function WorkspaceDetailsForm({ workspace }: { workspace: Workspace }) {
  const client = useQueryClient();
  const { id, name, description } = workspace;
  const form = useForm<WorkspaceValues>({ defaultValues: { name, description: description ?? '' } });
  const { isDirty } = form.formState;
  const saving = useMutation({
    // Serialize requests: each carries both values, and the last must win.
    scope: { id: `workspace-${id}` },
    mutationFn: (values: WorkspaceValues) => updateWorkspace(id, detailsOf(values)),
    onSuccess: async (_saved, values) => {
      // Keep what was typed meanwhile; the saved values become the new defaults.
      form.reset(values, { keepValues: true });
      await client.invalidateQueries({ queryKey: workspacesQuery.queryKey });
    },
    onError: (error) => showViolations({ form, error, fields: WORKSPACE_FIELDS, shouldFocus: false }),
  });
  const save = form.handleSubmit((values) => {
    if (form.formState.isDirty) saving.mutate(values);
  });
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={save}>
      <ErrorBanner error={saving.error} shownFields={WORKSPACE_FIELDS} />
      <WorkspaceDetailsFields form={form} onLeave={() => void save()} />
      <SaveIndicator isSaving={saving.isPending} isSaved={saving.isSuccess && !isDirty} />
    </form>
  );
}
