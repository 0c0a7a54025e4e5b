import { Download } from 'lucide-react';
import { EXPORT_URL } from '../api/account-api.ts';
import { useText } from '../text/start-text.ts';
import { buttonClass } from '../ui/button.tsx';

/** What a person may demand about the data that is kept of them. */
export function OwnData() {
  const t = useText('account');
  return (
    <div className="flex flex-col items-start gap-3">
      <p>{t('exportWhat')}</p>
      <a href={EXPORT_URL} download className={buttonClass('plain')}>
        <Download aria-hidden size={18} className="shrink-0" />
        {t('exportAct')}
      </a>
    </div>
  );
}
