import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, Navigate, useParams, useRouter } from '@tanstack/react-router';
import { ArrowLeft, Check } from 'lucide-react';
import { useMemo } from 'react';
import { profileQuery } from '../api/account-api.ts';
import { setTemplateFields, type TemplatePlace, templateKey } from '../api/templates-api.ts';
import type { Template } from '../api/wire.ts';
import { FieldEditor } from '../design/field-editor.tsx';
import { peopleOf } from '../design/source-of.ts';
import type { BoardDesk } from '../design/use-board.ts';
import { useText } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import { paramsOf } from './template-links.tsx';
import { WithTemplate } from './with-template.tsx';

/** The fields of a template, in the same editor that prepares a draft. */
export default function TemplateFieldsPage() {
  const params = useParams({ from: '/templates/$workspaceId/$id/fields' });
  const place = { workspaceId: Number(params.workspaceId), id: Number(params.id) };
  const profile = useQuery(profileQuery);
  // This page has the whole width to itself, and so no frame that would ask.
  if (profile.data === null) {
    return <Navigate to="/sign-in" search={{ next: window.location.pathname }} replace />;
  }
  return (
    <WithTemplate place={place}>{(template) => <Fields place={place} template={template} />}</WithTemplate>
  );
}

function Fields({ place, template }: { place: TemplatePlace; template: Template }) {
  const t = useText('templates');
  const words = useText('design');
  const { workspaceId, id } = place;
  const source = useMemo(
    () => ({
      documents: template.documents.map(({ id: documentId, file }) => ({
        id: documentId,
        name: file.name,
        url: new URL(file.file).pathname,
      })),
      people: peopleOf(template, words),
      fields: template.fields,
      save: (fields: Parameters<typeof setTemplateFields>[1]) =>
        setTemplateFields({ workspaceId, id }, fields),
    }),
    [template, words, workspaceId, id],
  );
  return (
    <FieldEditor
      source={source}
      title={template.name}
      back={
        <Link
          to="/templates/$workspaceId/$id"
          params={paramsOf(place)}
          aria-label={t('backToTemplate')}
          title={t('backToTemplate')}
          className="touch flex items-center justify-center"
        >
          <ArrowLeft aria-hidden size={20} />
        </Link>
      }
      actions={(desk) => <DoneButton place={place} desk={desk} />}
    />
  );
}

function DoneButton({ place, desk }: { place: TemplatePlace; desk: BoardDesk }) {
  const t = useText('templates');
  const client = useQueryClient();
  const router = useRouter();
  const done = async () => {
    if (!(await desk.flush())) return;
    client.removeQueries({ queryKey: templateKey(place) });
    await router.navigate({ to: '/templates/$workspaceId/$id', params: paramsOf(place) });
  };
  return (
    <Button variant="primary" icon={Check} onClick={() => void done()} className="shrink-0">
      {t('done')}
    </Button>
  );
}
