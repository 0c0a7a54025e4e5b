import { Circle, CircleCheck } from 'lucide-react';
import { useText } from '../text/start-text.ts';
import type { DraftError, DraftErrorKind } from './send-state.ts';
import { useDeadlineLimits } from './use-deadline-limits.ts';
import { deadlineEdges } from './use-error-texts.ts';

const ITEMS: { item: string; kinds: DraftErrorKind[] }[] = [
  { item: 'document', kinds: ['file'] },
  { item: 'name', kinds: ['name'] },
  { item: 'people', kinds: ['people', 'email', 'other'] },
  { item: 'duplicate', kinds: ['duplicate'] },
  { item: 'level', kinds: ['level'] },
  { item: 'deadline', kinds: ['deadline'] },
  { item: 'start', kinds: ['start'] },
];

/** The requirements for sending; an open item focuses its field. */
export function SendChecklist({
  errors,
  onOpen,
}: {
  errors: DraftError[];
  onOpen: (error: DraftError) => void;
}) {
  const t = useText('send');
  const edges = deadlineEdges(useDeadlineLimits());
  return (
    <div>
      <h2 className="text-20 font-semibold">{t('checklist')}</h2>
      <ul className="mt-2 flex flex-col">
        {ITEMS.map(({ item, kinds }) => {
          const error = errors.find(({ kind }) => kinds.includes(kind));
          // Most documents are sent at once, and at a level that every role may ask for.
          if ((item === 'start' || item === 'level') && !error) return null;
          return (
            <li key={item}>
              {error ? (
                <button type="button" onClick={() => onOpen(error)} className={`${LINE} link text-start`}>
                  <Circle aria-hidden size={18} className="shrink-0 text-waiting" />
                  {t(`check.${item}`, edges)}
                  <span className="sr-only">{t('open')}</span>
                </button>
              ) : (
                <span className={LINE}>
                  <CircleCheck aria-hidden size={18} className="shrink-0 text-done" />
                  {t(`check.${item}`, edges)}
                  <span className="sr-only">{t('done')}</span>
                </span>
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

const LINE = 'flex min-h-11 w-full items-center gap-3 text-14';
