import { Download } from 'lucide-react';
import { currentLanguage, useText } from '../text/start-text.ts';
import { buttonClass } from '../ui/button.tsx';
import { formatBytes } from '../ui/format-time.ts';
import { AnnexList } from './annex-list.tsx';
import type { SigningView } from './signing-view.ts';

/** Each document, to be downloaded under a name that says what it is; after the end, its certificate too. */
export function TakeHome({
  view,
}: {
  view: Pick<SigningView, 'annexes' | 'certificateUrl' | 'documents'> & { state: string };
}) {
  const t = useText('signing');
  const language = currentLanguage();
  const { annexes, documents, certificateUrl } = view;
  if (documents.length === 0 && certificateUrl === null) return null;
  return (
    <>
      <ul className="mt-6 flex flex-col items-start gap-3">
        {documents.map(({ id, downloadName: name, downloadUrl, size }) => (
          <li key={id} className="max-w-full">
            <a
              href={downloadUrl}
              download
              className={buttonClass(view.state === 'completed' ? 'primary' : 'plain')}
            >
              <Download aria-hidden size={18} className="shrink-0" />
              <span className="min-w-0 text-start break-words">
                {t('view.downloadDocument', { name })}{' '}
                <span className="text-13 opacity-80">{formatBytes(size, language)}</span>
              </span>
            </a>
          </li>
        ))}
        {certificateUrl !== null && (
          <li className="max-w-full">
            <a href={certificateUrl} download className={buttonClass('plain')}>
              <Download aria-hidden size={18} className="shrink-0" />
              {t('end.certificate')}
            </a>
          </li>
        )}
      </ul>
      {annexes.length > 0 && (
        <section className="mt-8">
          <h2 className="mb-1 text-16 font-semibold">{t('annexes.title')}</h2>
          <AnnexList annexes={annexes} />
        </section>
      )}
    </>
  );
}
