import { useQuery } from '@tanstack/react-query';
import { remindersQuery } from '../api/reminders-api.ts';
import type { TemplateIds } from '../api/templates-api.ts';
import { RemindersDefault } from '../organization/reminders-default.tsx';
import { useText } from '../text/start-text.ts';

/** How the people of documents that are made of a template are reminded, before what the workspace says. */
export function TemplateReminders({ ids: { workspaceId, id } }: { ids: TemplateIds }) {
  const t = useText('reminders');
  const wider = useQuery(remindersQuery({ workspaceId })).data?.effective;
  return (
    <section aria-labelledby="template-reminders" className="flex flex-col gap-4">
      <div>
        <h2 id="template-reminders" className="text-20 font-semibold">
          {t('defaultTitle')}
        </h2>
        <p className="text-14 text-muted">{t('defaultLead')}</p>
      </div>
      <RemindersDefault scope={{ workspaceId, templateId: id }} {...(wider === undefined ? {} : { wider })} />
    </section>
  );
}
