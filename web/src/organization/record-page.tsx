import { useQuery } from '@tanstack/react-query';
import { FileDown, History } from 'lucide-react';
import { useState } from 'react';
import { type RecordFilter, recordExportAddress, recordQuery } from '../api/organization-api.ts';
import type { Organization, OrganizationEntry } from '../api/wire.ts';
import { useText } from '../text/start-text.ts';
import { buttonClass } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { Pager } from '../ui/pager.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { SelectField, TextField } from '../ui/text-field.tsx';
import { OrganizationArea } from './organization-area.tsx';
import { RecordCollector } from './record-collector.tsx';
import { RecordEntry } from './record-entry.tsx';
import { AREAS, peopleOf } from './record-state.ts';

const EVERYTHING: RecordFilter = { kind: '', personId: '', from: '', to: '' };

/** Who did what in the organization, when and from where. */
export default function RecordPage() {
  const t = useText('organization');
  return (
    <OrganizationArea title={t('record.tab')} lead={({ name }) => t('record.lead', { name })}>
      {(organization) =>
        organization.administrator ? (
          <RecordList organization={organization} />
        ) : (
          <p>{t('record.administrators')}</p>
        )
      }
    </OrganizationArea>
  );
}

function RecordList({ organization: { id } }: { organization: Organization }) {
  const t = useText('organization');
  const [filter, setFilter] = useState(EVERYTHING);
  const [page, setPage] = useState(1);
  const events = useQuery(recordQuery(id, filter, page));
  const change = (part: Partial<RecordFilter>) => {
    setFilter({ ...filter, ...part });
    setPage(1);
  };
  return (
    <div className="flex flex-col gap-6">
      <Filters filter={filter} entries={events.data?.items ?? []} onChange={change} />
      <div className="flex flex-wrap gap-3">
        {(['csv', 'jsonl'] as const).map((format) => (
          <a key={format} href={recordExportAddress(id, filter, format)} className={buttonClass()} download>
            <FileDown aria-hidden size={18} className="shrink-0" />
            {t(`record.${format}`)}
          </a>
        ))}
      </div>
      {events.isPending && <Skeleton lines={6} />}
      <ErrorBanner error={events.error} />
      {events.data?.items.length === 0 && (
        <EmptyState icon={History} title={t('record.none')}>
          {t('record.noneLead')}
        </EmptyState>
      )}
      <ol aria-label={t('record.tab')} className="flex flex-col divide-y divide-line">
        {events.data?.items.map((entry) => (
          <RecordEntry key={entry.id} entry={entry} />
        ))}
      </ol>
      {events.data && <Pager page={page} pages={events.data.pages} onPage={setPage} />}
      <RecordCollector organizationId={id} />
    </div>
  );
}

type FiltersProps = {
  filter: RecordFilter;
  entries: readonly OrganizationEntry[];
  onChange: (part: Partial<RecordFilter>) => void;
};

/** The people to choose from are those who have been seen since the page was opened. */
function Filters({ filter, entries, onChange }: FiltersProps) {
  const t = useText('organization');
  const [people, setPeople] = useState<ReadonlyMap<string, string>>(new Map());
  const seen = peopleOf(entries, people);
  if (seen.size > people.size) setPeople(seen);
  return (
    <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
      <SelectField
        label={t('record.kind')}
        value={filter.kind}
        onChange={({ target }) => onChange({ kind: target.value })}
      >
        <option value="">{t('record.all')}</option>
        {AREAS.map((area) => (
          <option key={area} value={area}>
            {t(`record.area.${area}`)}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={t('record.person')}
        value={filter.personId}
        onChange={({ target }) => onChange({ personId: target.value })}
      >
        <option value="">{t('record.anyone')}</option>
        {[...seen].map(([personId, name]) => (
          <option key={personId} value={personId}>
            {name}
          </option>
        ))}
      </SelectField>
      {(['from', 'to'] as const).map((end) => (
        <TextField
          key={end}
          type="date"
          label={t(`record.${end}`)}
          value={filter[end]}
          onChange={({ target }) => onChange({ [end]: target.value })}
        />
      ))}
    </div>
  );
}
