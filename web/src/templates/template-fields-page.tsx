import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Navigate, useNavigate, useParams } from '@tanstack/react-router';
import { ArrowLeft, Check } from 'lucide-react';
import { useMemo } from 'react';
import { profileQuery } from '../api/account-api.ts';
import {
  setTemplateFields,
  suggestTemplateFields,
  type TemplateIds,
  templateFormsQuery,
  templateKey,
  templatePagesUrl,
} from '../api/templates-api.ts';
import type { Template, TemplateForms } from '../api/wire.ts';
import { peopleOf } from '../design/editor-source.ts';
import { FieldEditor } from '../design/field-editor.tsx';
import type { BoardEditor } from '../design/use-board.ts';
import { useText } from '../text/start-text.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { FailedQuery } from '../ui/unloaded.tsx';
import { paramsOf } from './template-links.tsx';
import { WithTemplate } from './with-template.tsx';

/** The field editor of a template. */
export default function TemplateFieldsPage() {
  const params = useParams({ from: '/templates/$workspaceId/$id/fields' });
  const ids = { workspaceId: Number(params.workspaceId), id: Number(params.id) };
  const profile = useQuery(profileQuery);
  // This page is outside the app frame, which would ask to sign in.
  if (profile.data === null) {
    return <Navigate to="/sign-in" search={{ next: window.location.pathname }} replace />;
  }
  return (
    <WithTemplate ids={ids} isFresh>
      {(template) => <WithForms ids={ids} template={template} />}
    </WithTemplate>
  );
}

interface FieldsProps {
  readonly ids: TemplateIds;
  readonly template: Template;
  readonly forms: TemplateForms;
}

function WithForms({ ids, template }: Omit<FieldsProps, 'forms'>) {
  const forms = useQuery(templateFormsQuery(ids));
  if (forms.data) return <Fields ids={ids} template={template} forms={forms.data} />;
  if (forms.isPending) return <Skeleton lines={8} />;
  return <FailedQuery query={forms} />;
}

function Fields({ ids, template, forms }: FieldsProps) {
  const t = useText('templates');
  const designText = useText('design');
  const leave = useLeaving(ids);
  const { workspaceId, id } = ids;
  const source = useMemo(
    () => ({
      workspaceId,
      documents: template.documents.map(({ id: documentId, file }) => ({
        id: documentId,
        name: file.name,
        url: templatePagesUrl({ workspaceId, id }, documentId),
        form: forms.find((each) => each.documentId === documentId)?.form ?? null,
      })),
      people: peopleOf(template, designText),
      fields: template.fields,
      save: (fields: Parameters<typeof setTemplateFields>[1]) =>
        setTemplateFields({ workspaceId, id }, fields),
      suggest: (documentId: number) => suggestTemplateFields({ workspaceId, id }, documentId),
    }),
    [template, forms, designText, workspaceId, id],
  );
  return (
    <FieldEditor
      source={source}
      title={template.name}
      back={(editor) => (
        <IconButton icon={ArrowLeft} label={t('backToTemplate')} onClick={() => void leave(editor)} />
      )}
      actions={(editor) => (
        <Button variant="primary" icon={Check} onClick={() => void leave(editor)} className="shrink-0">
          {t('done')}
        </Button>
      )}
    />
  );
}

/** Saves and returns to the template, which is reloaded. */
function useLeaving(ids: TemplateIds) {
  const client = useQueryClient();
  const navigate = useNavigate();
  return async (editor: BoardEditor) => {
    if (!(await editor.flush())) return;
    client.removeQueries({ queryKey: templateKey(ids) });
    await navigate({ to: '/templates/$workspaceId/$id', params: paramsOf(ids) });
  };
}
