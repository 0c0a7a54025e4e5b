import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { workflowCountsQuery } from '../api/workflows-api.ts';
import { useText } from '../text/start-text.ts';
import { classNames } from '../ui/class-names.ts';
import { SearchField } from '../ui/search-field.tsx';
import { CHIP_NAMES, type Chip, countOf, isNothingToFilter } from './documents-state.ts';

export function DocumentsFilter({ workspaceId }: { workspaceId: number | undefined }) {
  const t = useText('documents');
  const counts = useQuery(workflowCountsQuery(workspaceId)).data;
  const search = useSearch({ from: '/app/documents' });
  // Who has no document yet sees what to do first, and not how to find one.
  if (counts && isNothingToFilter(search, counts)) return null;
  return (
    <search className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-3">
      <DocumentsSearchField />
      <fieldset className="flex min-w-0 flex-wrap gap-2">
        <legend className="sr-only">{t('filter')}</legend>
        {CHIP_NAMES.map((chip) => (
          <ChipButton key={chip} chip={chip} count={counts && countOf(chip, counts)} />
        ))}
      </fieldset>
    </search>
  );
}

function DocumentsSearchField() {
  const t = useText('documents');
  const navigate = useNavigate();
  const { query = '' } = useSearch({ from: '/app/documents' });
  const find = useCallback(
    (wanted: string) => {
      void navigate({
        to: '/documents',
        search: ({ show, sort }) => ({
          ...(show ? { show } : {}),
          ...(sort ? { sort } : {}),
          ...(wanted ? { query: wanted } : {}),
        }),
        replace: true,
      });
    },
    [navigate],
  );
  return <SearchField label={t('search')} value={query} onChange={find} />;
}

function ChipButton({ chip, count }: { chip: Chip; count: string | undefined }) {
  const t = useText('documents');
  const navigate = useNavigate();
  const search = useSearch({ from: '/app/documents' });
  const isChosen = (search.show ?? 'all') === chip;
  const choose = () => {
    const { show: _show, page: _page, ...kept } = search;
    void navigate({ to: '/documents', search: chip === 'all' ? kept : { ...kept, show: chip } });
  };
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={choose}
      className={classNames(
        'min-h-11 rounded-round border px-4 text-14 font-medium transition-colors',
        isChosen ? 'border-accent bg-accent-wash text-accent' : 'border-edge bg-surface hover:bg-wash',
      )}
    >
      {t(`chip.${chip}`)}
      {count !== undefined && <span className="ms-2 font-normal tabular-nums">{count}</span>}
    </button>
  );
}
