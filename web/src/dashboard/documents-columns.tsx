import { ArrowDown, ArrowUp, ChevronDown, ChevronsUpDown } from 'lucide-react';
import { useState } from 'react';
import { useText } from '../text/start-text.ts';
import { Checkbox } from '../ui/checkbox.tsx';
import { HeadCell } from '../ui/table.tsx';
import { SelectField } from '../ui/text-field.tsx';
import {
  COLUMNS,
  type Column,
  directionOf,
  readColumns,
  SORTS,
  type Sort,
  type SortKey,
  sortAfter,
} from './documents-state.ts';

export type Sorting = { sort: Sort; onSort: (sort: Sort) => void };

/** The head of a column by which the list can be ordered. */
export function SortHead({ by, label, sort, onSort }: Sorting & { by: SortKey; label: string }) {
  const direction = directionOf(by, sort);
  const Icon = { ascending: ArrowUp, descending: ArrowDown, none: ChevronsUpDown }[direction];
  return (
    <HeadCell aria-sort={direction}>
      <button
        type="button"
        onClick={() => onSort(sortAfter(by, sort))}
        className="touch -mx-2 inline-flex items-center gap-1 rounded-paper px-2 font-medium hover:text-ink"
      >
        {label}
        <Icon aria-hidden size={14} />
      </button>
    </HeadCell>
  );
}

/** Where there are no heads. */
export function SortSelect({ sort, onSort }: Sorting) {
  const t = useText('documents');
  return (
    <SelectField
      label={t('sortBy')}
      value={sort}
      onChange={({ target }) => onSort(target.value as Sort)}
      className="mb-4"
    >
      {SORTS.map((each) => {
        const [key, way] = each.startsWith('-') ? [each.slice(1), 'Down'] : [each, 'Up'];
        return (
          <option key={each} value={each}>
            {t(`sort.${key as SortKey}${way as 'Down' | 'Up'}`)}
          </option>
        );
      })}
    </SelectField>
  );
}

const STORAGE_KEY = 'paraph.columns';

/** The shown columns, a choice of this browser: what fits depends on the screen. */
export function useColumns(): [readonly Column[], (columns: readonly Column[]) => void] {
  const [columns, setColumns] = useState(() => readColumns(keptColumns()));
  const show = (chosen: readonly Column[]) => {
    setColumns(chosen);
    try {
      localStorage.setItem(STORAGE_KEY, chosen.join(' '));
    } catch {
      // Without storage the choice lasts as long as the page.
    }
  };
  return [columns, show];
}

function keptColumns(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY);
  } catch {
    return null;
  }
}

export function ColumnChoice(props: {
  columns: readonly Column[];
  onChange: (columns: readonly Column[]) => void;
}) {
  const { columns, onChange } = props;
  const t = useText('documents');
  return (
    <details className="group mb-2">
      <summary className="touch inline-flex cursor-pointer items-center gap-1 text-14 font-medium text-muted hover:text-ink">
        {t('columns')}
        <ChevronDown aria-hidden size={16} className="group-open:rotate-180" />
      </summary>
      <fieldset className="flex flex-wrap gap-x-6">
        <legend className="sr-only">{t('columns')}</legend>
        {COLUMNS.map((name) => (
          <Checkbox
            key={name}
            label={t(`column.${name}`)}
            checked={columns.includes(name)}
            onChange={({ target }) =>
              onChange(COLUMNS.filter((each) => (each === name ? target.checked : columns.includes(each))))
            }
          />
        ))}
      </fieldset>
    </details>
  );
}
