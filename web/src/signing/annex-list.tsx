import { currentLanguage, useText } from '../text/start-text.ts';
import { formatBytes } from '../ui/format-time.ts';
import type { SigningView } from './signing-view.ts';

/** The files for information, each to be downloaded; nobody has to open one. */
export function AnnexList({ annexes }: Pick<SigningView, 'annexes'>) {
  const t = useText('signing');
  return (
    <>
      <p className="text-14 text-muted">{t('annexes.lead')}</p>
      <ul className="mt-1">
        {annexes.map(({ id, name, size, url }) => (
          <li key={id}>
            <a
              href={url}
              download
              aria-label={t('view.downloadDocument', { name })}
              className="link touch inline-flex max-w-full items-center wrap-anywhere"
            >
              <bdi>{name}</bdi>
            </a>{' '}
            <span className="text-14 whitespace-nowrap text-muted">
              {formatBytes(size, currentLanguage())}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
