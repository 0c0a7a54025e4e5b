import type { SigningLanguage } from '@paraph/domain';
import { useQuery } from '@tanstack/react-query';
import { ExternalLink, Send, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { brandMailUrl, brandQuery, publishBrand, withdrawBrand } from '../api/brand-api.ts';
import type { Brands, Organization } from '../api/wire.ts';
import { LANGUAGE_NAMES, translatedLanguage, useText } from '../text/start-text.ts';
import { Banner } from '../ui/banner.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { SelectField } from '../ui/text-field.tsx';
import { Unloaded } from '../ui/unloaded.tsx';
import { useAct } from '../ui/use-act.ts';
import { BrandForm } from './brand-form.tsx';
import { BrandLogo } from './brand-logo.tsx';
import { LinkHost } from './link-host.tsx';
import { OrganizationArea } from './organization-area.tsx';

/** How the organization shows itself to the people it asks: a draft, its preview, and what is published. */
export default function AppearancePage() {
  const t = useText('brand');
  return (
    <OrganizationArea title={t('tab')} lead={({ name }) => t('lead', { name })}>
      {(organization) =>
        organization.administrator ? <Appearance organization={organization} /> : <p>{t('administrators')}</p>
      }
    </OrganizationArea>
  );
}

function Appearance({ organization }: { organization: Organization }) {
  const t = useText('brand');
  const brands = useQuery(brandQuery(organization.id));
  if (!brands.data) return <Unloaded query={brands} lines={6} />;
  return (
    <div className="flex flex-col gap-8">
      <PublishedState organization={organization} brands={brands.data} />
      <p className="max-w-text text-14 text-muted">{t('always')}</p>
      <div className="grid gap-8 lg:grid-cols-2">
        <div className="flex flex-col gap-8">
          <BrandLogo organization={organization} draft={brands.data.draft} />
          <BrandForm organization={organization} draft={brands.data.draft} />
          <LinkHost organization={organization} />
        </div>
        {/* Two changes may be of one second: that of the draft does not tell them apart. */}
        <Preview organization={organization} at={brands.dataUpdatedAt} />
      </div>
    </div>
  );
}

function PublishedState({ organization: { id }, brands }: { organization: Organization; brands: Brands }) {
  const t = useText('brand');
  const [isAsking, setAsking] = useState(false);
  const { draft, published } = brands;
  const isChanged = draft !== null && !isSame(draft, published);
  const change = useAct({
    does: (act: 'publish' | 'withdraw') => (act === 'publish' ? publishBrand(id) : withdrawBrand(id)),
    answers: brandQuery(id),
    done: () => setAsking(false),
    says: (_saved, act) => t(act === 'publish' ? 'published' : 'withdrawn'),
  });
  const state = published === null ? 'stateNone' : isChanged ? 'stateChanged' : 'stateSame';
  return (
    <div className="flex flex-col gap-3">
      <Banner tone={state === 'stateSame' ? 'done' : 'info'} title={t(state)} />
      <div className="flex flex-wrap gap-3">
        <Button
          variant="primary"
          icon={Send}
          busy={change.isPending}
          disabled={!isChanged}
          onClick={() => change.mutate('publish')}
        >
          {t('publish')}
        </Button>
        {published !== null && (
          <Button icon={Undo2} onClick={() => setAsking(true)}>
            {t('withdraw')}
          </Button>
        )}
      </div>
      <ErrorBanner error={change.error} />
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        act={{ ...change, mutate: () => change.mutate('withdraw') }}
        title={t('withdrawAsk')}
        description={t('withdrawWhat')}
        confirmLabel={t('withdraw')}
      />
    </div>
  );
}

/** But for the time of the change; a logo of the draft is newer than that of what is published. */
function isSame(draft: NonNullable<Brands['draft']>, published: Brands['published']): boolean {
  const valuesOf = ({ changeDate: _changed, ...values }: NonNullable<Brands['draft']>) =>
    JSON.stringify(values);
  if (published === null || draft.changeDate > published.changeDate) return false;
  return valuesOf(draft) === valuesOf(published);
}

function Preview({ organization: { id }, at }: { organization: Organization; at: number }) {
  const t = useText('brand');
  const [language, setLanguage] = useState(translatedLanguage());
  return (
    <section aria-labelledby="preview" className="flex min-w-0 flex-col gap-4">
      <div>
        <h2 id="preview" className="text-20 font-semibold">
          {t('preview')}
        </h2>
        <p className="mt-1 text-14 text-muted">{t('previewLead')}</p>
      </div>
      <a href={`/previewing/${id}`} className={`${buttonClass('plain')} self-start`}>
        <ExternalLink aria-hidden size={18} />
        {t('previewSigning')}
      </a>
      <SelectField
        label={t('disclosureLanguage')}
        value={language}
        onChange={(event) => setLanguage(event.target.value as SigningLanguage)}
      >
        {Object.entries(LANGUAGE_NAMES).map(([code, name]) => (
          <option key={code} value={code} lang={code}>
            {name}
          </option>
        ))}
      </SelectField>
      <iframe
        title={t('previewMail')}
        src={brandMailUrl(id, { language, at })}
        sandbox=""
        className="h-[40rem] w-full rounded-paper border border-line"
      />
    </section>
  );
}
