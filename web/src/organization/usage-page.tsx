import { useQuery } from '@tanstack/react-query';
import { ChartColumn, FileDown } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { usageExportAddress, usageQuery } from '../api/organization-api.ts';
import type { Organization, Usage } from '../api/wire.ts';
import { currentLanguage, useText } from '../text/start-text.ts';
import { buttonClass } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { formatBytes, formatMonth } from '../ui/format-time.ts';
import { ScrollRegion } from '../ui/scroll-region.tsx';
import { Cell, HeadCell, Row, Table } from '../ui/table.tsx';
import { SelectField } from '../ui/text-field.tsx';
import { TimeText } from '../ui/time-text.tsx';
import { Unloaded } from '../ui/unloaded.tsx';
import { OrganizationArea } from './organization-area.tsx';
import { QuotaList } from './quota-list.tsx';
import { COUNTS, type Counts, monthsOf, sumOf, yearsUntil } from './usage-state.ts';

/** What the organization used, by month and workspace. */
export default function UsagePage() {
  const t = useText('organization');
  return (
    <OrganizationArea title={t('usage.tab')} lead={({ name }) => t('usage.lead', { name })}>
      {(organization) =>
        organization.administrator ? (
          <UsageOf organization={organization} />
        ) : (
          <p>{t('usage.administrators')}</p>
        )
      }
    </OrganizationArea>
  );
}

function UsageOf({ organization: { id } }: { organization: Organization }) {
  const t = useText('organization');
  const [year, setYear] = useState('');
  const usage = useQuery(usageQuery(id, year));
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <SelectField
          label={t('usage.period')}
          value={year}
          onChange={({ target }) => setYear(target.value)}
          className="min-w-60"
        >
          <option value="">{t('usage.latest')}</option>
          {yearsUntil(new Date()).map((each) => (
            <option key={each} value={each}>
              {each}
            </option>
          ))}
        </SelectField>
        <a href={usageExportAddress(id, year)} className={buttonClass()} download>
          <FileDown aria-hidden size={18} className="shrink-0" />
          {t('record.csv')}
        </a>
      </div>
      {usage.data ? <Months usage={usage.data} /> : <Unloaded query={usage} lines={6} />}
    </div>
  );
}

function Months({ usage: { countedDate, quotas, items } }: { usage: Usage }) {
  const t = useText('organization');
  return (
    <>
      <QuotaList quotas={quotas} />
      <p className="text-14 text-muted">
        {countedDate === null ? (
          t('usage.uncounted')
        ) : (
          <>
            {t('usage.counted')} <TimeText seconds={countedDate} />.
          </>
        )}{' '}
        {t('usage.help')}
      </p>
      {items.length === 0 && (
        <EmptyState icon={ChartColumn} title={t('usage.none')}>
          {t('usage.noneLead')}
        </EmptyState>
      )}
      {monthsOf(items).map(({ month, rows }) => (
        <MonthTable key={month} title={formatMonth(month, currentLanguage())} rows={rows} />
      ))}
    </>
  );
}

type MonthTableProps = { title: string; rows: Usage['items'] };

/** Wider than a phone: it is scrolled by itself, with the keyboard, too. */
function MonthTable({ title, rows }: MonthTableProps) {
  const t = useText('organization');
  return (
    <section className="flex flex-col gap-2">
      <h2 className="text-20 font-semibold first-letter:uppercase">{title}</h2>
      <ScrollRegion label={title}>
        <Table label={title}>
          <thead>
            <tr>
              <HeadCell>{t('usage.workspace')}</HeadCell>
              {COUNTS.map((name) => (
                <HeadCell key={name} className="text-end! whitespace-nowrap">
                  {t(`usage.column.${name}`)}
                </HeadCell>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <CountRow
                key={row.workspaceId}
                name={<span dir="auto">{row.workspaceName ?? t('usage.closed')}</span>}
                counts={row}
              />
            ))}
          </tbody>
          {rows.length > 1 && (
            <tfoot className="font-medium">
              <CountRow name={t('usage.all')} counts={sumOf(rows)} />
            </tfoot>
          )}
        </Table>
      </ScrollRegion>
    </section>
  );
}

function CountRow({ name, counts }: { name: ReactNode; counts: Counts }) {
  const language = currentLanguage();
  const numbers = new Intl.NumberFormat(language);
  return (
    <Row>
      <th
        scope="row"
        className="min-w-40 border-b border-line px-2 py-3 text-start wrap-anywhere [font-weight:inherit]"
      >
        {name}
      </th>
      {COUNTS.map((each) => (
        <Cell key={each} className="text-end whitespace-nowrap tabular-nums">
          {each === 'storedBytes' ? formatBytes(counts[each], language) : numbers.format(counts[each])}
        </Cell>
      ))}
    </Row>
  );
}
