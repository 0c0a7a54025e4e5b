/** Progress of a known total. */
export function ProgressBar({ label, done, total }: { label: string; done: number; total: number }) {
  return (
    <progress
      aria-label={label}
      value={done}
      max={Math.max(total, 1)}
      className={
        'h-2 w-full appearance-none overflow-hidden rounded-round bg-line ' +
        '[&::-webkit-progress-bar]:bg-line ' +
        '[&::-webkit-progress-value]:bg-accent [&::-moz-progress-bar]:bg-accent'
      }
    />
  );
}
