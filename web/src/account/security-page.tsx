import { useQuery } from '@tanstack/react-query';
import { profileQuery } from '../api/account-api.ts';
import { secondFactorQuery } from '../api/security-api.ts';
import { useText } from '../text/start-text.ts';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { AccountArea } from './account-area.tsx';
import { AccountPasskeys } from './account-passkeys.tsx';
import { OwnFactorReset } from './own-factor-reset.tsx';
import { OwnSessions } from './own-sessions.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { Section } from './section.tsx';
import { TotpApp } from './totp-app.tsx';

/** The factors of the account, and where it is signed in. */
export default function SecurityPage() {
  const t = useText('account');
  const profile = useQuery(profileQuery).data;
  const factor = useQuery(secondFactorQuery);
  if (!profile) return null;
  return (
    <AccountArea title={t('security.tab')} lead={t('security.lead')}>
      {factor.isPending && <Skeleton lines={6} />}
      <ErrorBanner error={factor.error} />
      {factor.data && (
        <>
          {factor.data.reset && <OwnFactorReset reset={factor.data.reset} />}
          <Section title={t('security.app')} lead={t('security.appLead')}>
            <TotpApp factor={factor.data} />
          </Section>
          <Section title={t('security.passkeys')} lead={t('security.passkeysLead')}>
            <AccountPasskeys factor={factor.data} />
          </Section>
          {(factor.data.totp !== null || factor.data.passkeys.length > 0) && (
            <Section title={t('security.recovery')} lead={t('security.recoveryLead')}>
              <RecoveryCodes left={factor.data.recoveryCodesLeft} />
            </Section>
          )}
        </>
      )}
      <Section title={t('security.sessions')} lead={t('security.sessionsLead')}>
        <OwnSessions />
      </Section>
    </AccountArea>
  );
}
