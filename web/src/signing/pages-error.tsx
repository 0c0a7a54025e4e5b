import { Download, RefreshCw } from 'lucide-react';
import { useText } from '../text/start-text.ts';
import { Banner } from '../ui/banner.tsx';
import { Button, buttonClass } from '../ui/button.tsx';

interface PagesErrorProps {
  readonly name: string;
  readonly url: string;
  readonly width: number;
  readonly onRetry: () => void;
}

/** The pages could not be opened: try again, or read the file by other means. */
export function PagesError({ name, url, width, onRetry }: PagesErrorProps) {
  const t = useText('signing');
  return (
    <div style={{ width }}>
      <Banner
        tone="stopped"
        title={t('view.pagesFailed')}
        action={
          <div className="flex flex-wrap gap-2">
            <Button icon={RefreshCw} onClick={onRetry}>
              {t('errorPage.retry')}
            </Button>
            <a href={url} download className={buttonClass('plain')}>
              <Download aria-hidden size={18} className="shrink-0" />
              {t('view.downloadDocument', { name })}
            </a>
          </div>
        }
      >
        {t('view.pagesFailedHelp')}
      </Banner>
    </div>
  );
}
