import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { Copy, Download, SquarePen, Trash2, Users } from 'lucide-react';
import { deleteTemplate, type TemplateIds } from '../api/templates-api.ts';
import type { Template } from '../api/wire.ts';
import { PageThumb } from '../dashboard/page-thumb.tsx';
import { StoredAnnexes } from '../dashboard/stored-annexes.tsx';
import { currentLanguage, useText } from '../text/start-text.ts';
import { buttonClass } from '../ui/button.tsx';
import { ConfirmButton } from '../ui/confirm-button.tsx';
import { formatBytes } from '../ui/format-time.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { useToast } from '../ui/toast.tsx';
import { PublicLinks } from './public-links.tsx';
import { TemplateAnswers } from './template-answers.tsx';
import { TemplateDetails } from './template-details.tsx';
import { TemplateDuties } from './template-duties.tsx';
import { TemplateFollowers } from './template-followers.tsx';
import { paramsOf, TemplatesLink } from './template-links.tsx';
import { TemplatePeople } from './template-people.tsx';
import { TemplateReminders } from './template-reminders.tsx';
import { TemplateRetention } from './template-retention.tsx';
import { WithTemplate } from './with-template.tsx';

export default function TemplateDetailPage() {
  const params = useParams({ from: '/app/templates/$workspaceId/$id' });
  const ids = { workspaceId: Number(params.workspaceId), id: Number(params.id) };
  return <WithTemplate ids={ids}>{(template) => <Detail ids={ids} template={template} />}</WithTemplate>;
}

function Detail({ ids, template }: { ids: TemplateIds; template: Template }) {
  const t = useText('templates');
  return (
    <>
      <PageHeader
        title={template.name}
        above={<TemplatesLink />}
        lead={<TemplateDuties recipients={template.recipients} />}
        action={
          <div className="flex flex-wrap gap-3">
            <DeleteTemplate ids={ids} name={template.name} />
            <Link to="/templates/$workspaceId/$id/bulk" params={paramsOf(ids)} className={buttonClass()}>
              <Users aria-hidden size={18} />
              {t('useMany')}
            </Link>
            <Link
              to="/templates/$workspaceId/$id/use"
              params={paramsOf(ids)}
              className={buttonClass('primary')}
            >
              <Copy aria-hidden size={18} />
              {t('use')}
            </Link>
          </div>
        }
      />
      <div className="grid gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex min-w-0 flex-col gap-10">
          {/* The key resets the form after saving, so that it has the new ids. */}
          <TemplatePeople
            key={JSON.stringify([template.steps, template.recipients])}
            ids={ids}
            template={template}
          />
          <TemplateDetails ids={ids} template={template} />
          <TemplateFollowers ids={ids} template={template} />
          <TemplateReminders ids={ids} />
          <PublicLinks ids={ids} template={template} />
          <TemplateRetention ids={ids} name={template.name} />
        </div>
        <div className="flex flex-col gap-8 self-start">
          <Documents ids={ids} template={template} />
          <StoredAnnexes owner={{ kind: 'templates', ...ids }} />
          <TemplateAnswers ids={ids} />
        </div>
      </div>
    </>
  );
}

function Documents({ ids, template }: { ids: TemplateIds; template: Template }) {
  const t = useText('templates');
  const mayPlace = template.recipients.some(({ roles }) => roles.some(({ type }) => type === 'sign'));
  return (
    <section aria-labelledby="template-documents" className="flex flex-col gap-4 self-start">
      <h2 id="template-documents" className="text-20 font-semibold">
        {t('fields')}
      </h2>
      <p className="text-14 text-muted">
        {mayPlace ? t('fieldsPlaced', { count: template.fields.length }) : t('fieldsLater')}
      </p>
      {mayPlace && (
        <Link
          to="/templates/$workspaceId/$id/fields"
          params={paramsOf(ids)}
          className={`${buttonClass()} self-start`}
        >
          <SquarePen aria-hidden size={18} />
          {t('placeFields')}
        </Link>
      )}
      <ul className="flex flex-col gap-4">
        {template.documents.map(({ id, file }) => (
          <li key={id} className="flex gap-4">
            <PageThumb file={file} />
            <div className="min-w-0 flex-1">
              <p className="font-medium">{file.name}</p>
              <p className="text-13 text-muted">{formatBytes(file.size, currentLanguage())}</p>
              <a href={file.file} download className="link inline-flex min-h-6 items-center gap-1 text-14">
                <Download aria-hidden size={14} />
                {t('download')}
              </a>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function DeleteTemplate({ ids, name }: { ids: TemplateIds; name: string }) {
  const t = useText('templates');
  const showToast = useToast();
  const client = useQueryClient();
  const navigate = useNavigate();
  const removal = useMutation({
    mutationFn: () => deleteTemplate(ids),
    onSuccess: async () => {
      showToast({ text: t('deleted') });
      await client.invalidateQueries({ queryKey: ['templates'] });
      await navigate({ to: '/templates', search: {} });
    },
  });
  return (
    <ConfirmButton
      icon={Trash2}
      label={t('delete')}
      act={removal}
      title={t('deleteTitle', { name })}
      description={t('deleteWhat')}
      confirmLabel={t('deleteAct')}
      name={name}
    />
  );
}
