import { useQuery } from '@tanstack/react-query';
import { type AnnexOwner, annexesQuery } from '../api/annexes-api.ts';
import { currentLanguage, useText } from '../text/start-text.ts';
import { formatBytes } from '../ui/format-time.ts';

/** The files for information, each to be downloaded; nothing where there are none. */
export function WorkflowAnnexes({ owner }: { owner: AnnexOwner }) {
  const t = useText('documents');
  const annexes = useQuery(annexesQuery(owner)).data ?? [];
  if (annexes.length === 0) return null;
  return (
    <section aria-labelledby="annexes-heading" className="mt-8">
      <h3 id="annexes-heading" className="text-16 font-semibold">
        {t('annexes.title')}
      </h3>
      <p className="text-14 text-muted">{t('annexes.lead')}</p>
      <ul className="mt-2 flex flex-col">
        {annexes.map(({ id, name, size, file }) => (
          <li key={id}>
            <a
              href={new URL(file).pathname}
              download
              className="link touch inline-flex max-w-full items-center wrap-anywhere"
            >
              {name}
            </a>{' '}
            <span className="text-14 whitespace-nowrap text-muted">
              {formatBytes(size, currentLanguage())}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
