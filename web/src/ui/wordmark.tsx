/** The logo with the product's name. */
export function Wordmark({ small }: { small?: boolean }) {
  return (
    <span className="inline-flex items-center gap-2 font-semibold text-ink">
      <svg viewBox="0 0 32 24" width={small ? 28 : 34} aria-hidden="true" className="text-accent">
        <path
          d={FLOURISH}
          fill="none"
          stroke="currentColor"
          strokeWidth="2.4"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      <span className={small ? 'text-16' : 'text-20'}>Paraph</span>
    </span>
  );
}

const FLOURISH =
  'M3 17c4 0 8-14 11-13.5 3 .6-4 12-1.5 12.5 2 .4 4-7 6-6.5 1.8.4-1.5 6 .5 6.5 2.5.5 4.5-3.5 10-3.5' +
  'M4 21.5c8-1.5 15-1.5 23 0';
