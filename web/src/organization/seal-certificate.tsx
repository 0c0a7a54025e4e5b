import { useQuery } from '@tanstack/react-query';
import { BadgeCheck, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { deleteSealCredential, sealCredentialQuery } from '../api/providers-api.ts';
import type { SealCredential, TrustProviders } from '../api/wire.ts';
import { SaidSentence } from '../text/said-sentence.tsx';
import { useText } from '../text/start-text.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { ConfirmButton } from '../ui/confirm-button.tsx';
import { StateBadge } from '../ui/state-badge.tsx';
import { TimeText } from '../ui/time-text.tsx';
import { Unloaded } from '../ui/unloaded.tsx';
import { useAct } from '../ui/use-act.ts';
import { SealCertificateDialog } from './seal-certificate-dialog.tsx';

interface SealCertificateProps {
  readonly organizationId: number;
  readonly providers: TrustProviders;
}

/** With what the organization seals: certificates of this instance, or one at a provider. */
export function SealCertificate({ organizationId, providers }: SealCertificateProps) {
  const t = useText('providers');
  const [isChoosing, setChoosing] = useState(false);
  const query = useQuery(sealCredentialQuery(organizationId));
  if (!query.data) return <Unloaded query={query} />;
  const { credential } = query.data;
  const mayChoose = providers.sandbox || providers.items.some(({ enabled }) => enabled);
  return (
    <section aria-label={t('seals.title')} className="mt-4 flex max-w-text flex-col gap-3">
      <h2 className="text-20 font-semibold">{t('seals.title')}</h2>
      <p className="text-muted">{t(credential ? 'seals.lead' : 'seals.none')}</p>
      {credential && <Chosen credential={credential} />}
      <div className="flex flex-wrap gap-2">
        {mayChoose && (
          <Button icon={BadgeCheck} onClick={() => setChoosing(true)}>
            {t(credential ? 'seals.change' : 'seals.choose')}
          </Button>
        )}
        {credential && <Removal organizationId={organizationId} />}
      </div>
      {!mayChoose && <p className="text-14 text-muted">{t('seals.noProvider')}</p>}
      {isChoosing && (
        <SealCertificateDialog
          organizationId={organizationId}
          providers={providers}
          onClose={() => setChoosing(false)}
        />
      )}
    </section>
  );
}

function Chosen({ credential }: { credential: SealCredential }) {
  const t = useText('providers');
  const { subject, issuer, endDate, qualified, problem } = credential;
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2 border-y border-line px-2 py-4">
        <div className="min-w-0 flex-1 basis-72">
          <p className="font-medium break-words">{subject}</p>
          <p className="text-14 text-muted">{t('seals.issued', { issuer })}</p>
          <p className="text-14 text-muted">
            {t('seals.until')} <TimeText seconds={endDate} />
          </p>
        </div>
        <StateBadge
          tone={qualified ? 'done' : 'draft'}
          word={t(qualified ? 'seals.qualified' : 'seals.advanced')}
        />
      </div>
      {problem !== null && (
        <Banner tone="stopped" title={t('seals.problem')}>
          <SaidSentence text={problem} />
        </Banner>
      )}
    </>
  );
}

function Removal({ organizationId }: { organizationId: number }) {
  const t = useText('providers');
  const removal = useAct({
    does: () => deleteSealCredential(organizationId),
    says: () => t('seals.removed'),
    stale: [sealCredentialQuery(organizationId)],
  });
  return (
    <ConfirmButton
      icon={Trash2}
      act={removal}
      title={t('seals.removeTitle')}
      description={t('seals.removeWhat')}
      confirmLabel={t('seals.remove')}
    />
  );
}
