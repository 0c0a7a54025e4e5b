import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';

/** Debounces typing, so that not every letter is a request. */
const TYPING_PAUSE_MS = 150;

type SearchFieldProps = {
  label: string;
  /** The present search. */
  value: string;
  onChange: (wanted: string) => void;
};

/** A search input that reports the trimmed text after a pause in typing. */
export function SearchField({ label, value, onChange }: SearchFieldProps) {
  const [typed, setTyped] = useState(value);
  const [shown, setShown] = useState(value);
  if (shown !== value) {
    // The value changed from outside: back, forward, "show all".
    setShown(value);
    if (typed.trim() !== value) setTyped(value);
  }
  useEffect(() => {
    const wanted = typed.trim();
    if (wanted === value) return;
    const timer = setTimeout(() => onChange(wanted), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, value, onChange]);
  return (
    <div className="relative w-full sm:w-72">
      <Search aria-hidden size={18} className="absolute start-3 top-1/2 -translate-y-1/2 text-muted" />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        className="touch w-full rounded-paper border border-edge bg-surface ps-10 pe-3 placeholder:text-muted"
      />
    </div>
  );
}
