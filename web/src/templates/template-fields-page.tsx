import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Navigate, useNavigate, useParams } from '@tanstack/react-router';
import { ArrowLeft, Check } from 'lucide-react';
import { useMemo } from 'react';
import { profileQuery } from '../api/account-api.ts';
import { setTemplateFields, type TemplateIds, templateKey } from '../api/templates-api.ts';
import type { Template } from '../api/wire.ts';
import { peopleOf } from '../design/editor-source.ts';
import { FieldEditor } from '../design/field-editor.tsx';
import type { BoardEditor } from '../design/use-board.ts';
import { useText } from '../text/start-text.ts';
import { Button, IconButton } from '../ui/button.tsx';
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
      {(template) => <Fields ids={ids} template={template} />}
    </WithTemplate>
  );
}

function Fields({ ids, template }: { ids: TemplateIds; template: Template }) {
  const t = useText('templates');
  const designText = useText('design');
  const leave = useLeaving(ids);
  const { workspaceId, id } = ids;
  const source = useMemo(
    () => ({
      documents: template.documents.map(({ id: documentId, file }) => ({
        id: documentId,
        name: file.name,
        url: new URL(file.file).pathname,
      })),
      people: peopleOf(template, designText),
      fields: template.fields,
      save: (fields: Parameters<typeof setTemplateFields>[1]) =>
        setTemplateFields({ workspaceId, id }, fields),
    }),
    [template, designText, workspaceId, id],
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
