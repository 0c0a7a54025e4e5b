import type { ReactNode } from 'react';
import { useText } from '../text/start-text.ts';
import { Banner } from '../ui/banner.tsx';
import type { SigningTrouble } from './signing-api.ts';

interface ActTroubleProps {
  readonly trouble: SigningTrouble | null;
  readonly action?: ReactNode;
}

/** Why an act did not happen, in the words for its kind, and in the server's own where it refused. */
export function ActTrouble({ trouble, action }: ActTroubleProps) {
  const t = useText('signing');
  if (trouble === null) return null;
  return (
    <Banner tone="stopped" title={t('review.failed')} requestId={trouble.requestId} action={action}>
      <p>{wordsFor(trouble, t)}</p>
    </Banner>
  );
}

function wordsFor(trouble: SigningTrouble, t: (key: string) => string): string {
  switch (trouble.kind) {
    case 'conflict':
      return t('review.conflict');
    case 'offline':
    case 'busy':
    case 'server':
      return t(`trouble_page.${trouble.kind}`);
    case 'unknown':
      return t('end.unknownHelp');
    default:
      return [trouble.message, t('review.safe')].filter(Boolean).join(' ');
  }
}
