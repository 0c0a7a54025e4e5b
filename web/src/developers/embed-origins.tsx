import { useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { embedOriginsQuery, updateEmbedOrigins } from '../api/apps-api.ts';
import type { Organization } from '../api/wire.ts';
import { useText } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import { SavingForm } from '../ui/saving-form.tsx';
import { TextArea } from '../ui/text-field.tsx';
import { Unloaded } from '../ui/unloaded.tsx';
import { useAct } from '../ui/use-act.ts';
import { readRedirectUris } from './app-state.ts';

type OriginsProps = { organization: Organization };

/** The pages that may show what API keys open for signing; an app has its own. */
export function EmbedOrigins({ organization: { id } }: OriginsProps) {
  const t = useText('developers');
  const origins = useQuery(embedOriginsQuery(id));
  return (
    <section aria-labelledby="embed-origins" className="mt-10 flex max-w-text flex-col gap-4">
      <div>
        <h2 id="embed-origins" className="text-20 font-semibold">
          {t('embedOrigins')}
        </h2>
        <p className="mt-1 text-14 text-muted">{t('embedOriginsLead')}</p>
      </div>
      {origins.data ? (
        <OriginsForm id={id} listed={origins.data.embedOrigins} />
      ) : (
        <Unloaded query={origins} />
      )}
    </section>
  );
}

const FIELDS = ['embedOrigins'] as const;

function OriginsForm({ id, listed }: { id: number; listed: readonly string[] }) {
  const t = useText('developers');
  const form = useForm({ defaultValues: { embedOrigins: listed.join('\n') } });
  const saving = useAct({
    does: (values: { embedOrigins: string }) => updateEmbedOrigins(id, readRedirectUris(values.embedOrigins)),
    answers: embedOriginsQuery(id),
    says: () => t('embedOriginsSaved'),
    form,
    fields: FIELDS,
  });
  return (
    <SavingForm form={form} saving={saving} fields={FIELDS}>
      <TextArea
        label={t('embedOrigins')}
        hint={t('embedOriginsHint')}
        spellCheck={false}
        error={form.formState.errors.embedOrigins?.message}
        {...form.register('embedOrigins')}
      />
      <div>
        <Button type="submit" busy={saving.isPending}>
          {t('save')}
        </Button>
      </div>
    </SavingForm>
  );
}
