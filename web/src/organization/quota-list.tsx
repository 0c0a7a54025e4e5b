import type { Usage } from '../api/wire.ts';
import { currentLanguage, useText } from '../text/start-text.ts';
import { formatBytes } from '../ui/format-time.ts';
import { TimeText } from '../ui/time-text.tsx';

/** What the organization may use, and has used; nothing where it has no limits. */
export function QuotaList({ quotas }: Pick<Usage, 'quotas'>) {
  const t = useText('organization');
  if (quotas.length === 0) return null;
  return (
    <section className="flex flex-col gap-2">
      <h2 className="text-20 font-semibold">{t('usage.quotas.title')}</h2>
      <p className="text-14 text-muted">{t('usage.quotas.lead')}</p>
      <dl className="flex flex-col gap-2">
        {quotas.map((quota) => (
          <div key={quota.name} className="flex flex-wrap justify-between gap-x-4 border-b border-line py-2">
            <dt>{t(`usage.quotas.name.${quota.name}`)}</dt>
            <dd className="tabular-nums sm:text-end">
              <Amount quota={quota} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Amount({ quota: { name, value, used, freeDate } }: { quota: Usage['quotas'][number] }) {
  const t = useText('organization');
  const language = currentLanguage();
  const shown = (amount: number) =>
    name === 'storedBytes' ? formatBytes(amount, language) : new Intl.NumberFormat(language).format(amount);
  if (used === null) return t('usage.quotas.most', { value: shown(value) });
  return (
    <>
      {t('usage.quotas.used', { used: shown(used), value: shown(value) })}
      {freeDate !== null && (
        <span className="block text-14 text-muted">
          {t('usage.quotas.free')} <TimeText seconds={freeDate} />
        </span>
      )}
    </>
  );
}
