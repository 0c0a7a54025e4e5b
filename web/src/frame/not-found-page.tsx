import { Link } from '@tanstack/react-router';
import { useText } from '../text/start-text.ts';
import { buttonClass } from '../ui/button.tsx';
import { OutsideFrame } from '../ui/outside-frame.tsx';

export function NotFoundPage() {
  const t = useText('frame');
  return (
    <OutsideFrame title={t('notFound.title')} lead={t('notFound.lead')}>
      <Link to="/documents" className={buttonClass('primary')}>
        {t('notFound.action')}
      </Link>
    </OutsideFrame>
  );
}
