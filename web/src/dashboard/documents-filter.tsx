import { useNavigate, useSearch } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useText } from '../text/start-text.ts';
import { classNames } from '../ui/class-names.ts';
import { CHIP_NAMES, type Chip } from './documents-state.ts';

/** Typing is answered at once; the pause only spares the server the letters in between. */
const TYPING_PAUSE_MS = 150;

export function DocumentsFilter() {
  const t = useText('documents');
  return (
    <search className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-3">
      <SearchField />
      <fieldset className="flex min-w-0 flex-wrap gap-2">
        <legend className="sr-only">{t('filter')}</legend>
        {CHIP_NAMES.map((chip) => (
          <ChipButton key={chip} chip={chip} />
        ))}
      </fieldset>
    </search>
  );
}

function SearchField() {
  const t = useText('documents');
  const navigate = useNavigate();
  const { query = '' } = useSearch({ from: '/app/documents' });
  const [typed, setTyped] = useState(query);
  const [shown, setShown] = useState(query);
  if (shown !== query) {
    // The address changed by other hands: back, forward, "show all".
    setShown(query);
    if (typed.trim() !== query) setTyped(query);
  }
  useEffect(() => {
    const wanted = typed.trim();
    if (wanted === query) return;
    const timer = setTimeout(() => {
      void navigate({
        to: '/documents',
        search: ({ show }) => ({ ...(show ? { show } : {}), ...(wanted ? { query: wanted } : {}) }),
        replace: true,
      });
    }, TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, query, navigate]);
  return (
    <div className="relative w-full sm:w-72">
      <Search aria-hidden size={18} className="absolute start-3 top-1/2 -translate-y-1/2 text-muted" />
      <input
        type="search"
        aria-label={t('search')}
        placeholder={t('search')}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        className="touch w-full rounded-paper border border-edge bg-surface ps-10 pe-3 placeholder:text-muted"
      />
    </div>
  );
}

function ChipButton({ chip }: { chip: Chip }) {
  const t = useText('documents');
  const navigate = useNavigate();
  const search = useSearch({ from: '/app/documents' });
  const isChosen = (search.show ?? 'all') === chip;
  const choose = () => {
    const query = search.query ? { query: search.query } : {};
    void navigate({ to: '/documents', search: chip === 'all' ? query : { show: chip, ...query } });
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
    </button>
  );
}
