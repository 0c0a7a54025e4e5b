import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { KeyRound, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { endProvisioningToken, makeProvisioningToken, provisioningQuery } from '../api/connections-api.ts';
import type { Connection, Provisioning } from '../api/wire.ts';
import { useText } from '../text/start-text.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { ConfirmButton } from '../ui/confirm-button.tsx';
import { CopyField } from '../ui/copy-field.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { SecretDialog } from '../ui/secret-dialog.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { TimeText } from '../ui/time-text.tsx';
import { useToast } from '../ui/toast.tsx';

type Ids = { organizationId: number; connectionId: string };

/** How the provider of a connection says who belongs to the organization (SCIM); read once it is opened. */
export function ProvisioningSection({
  organizationId,
  connection,
}: {
  organizationId: number;
  connection: Connection;
}) {
  const t = useText('connections');
  const [isOpen, setOpen] = useState(false);
  const ids = { organizationId, connectionId: connection.id };
  const query = useQuery({ ...provisioningQuery(ids), enabled: isOpen });
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="link cursor-pointer py-1">{t('provisioning.title')}</summary>
      <div className="flex max-w-text flex-col gap-4 py-3">
        <p className="text-14">{t('provisioning.lead')}</p>
        {query.error && <ErrorBanner error={query.error} isFormless />}
        {query.data ? (
          <Tokens ids={ids} name={connection.name} state={query.data} />
        ) : (
          query.isPending && isOpen && <Skeleton />
        )}
      </div>
    </details>
  );
}

function Tokens({ ids, name, state }: { ids: Ids; name: string; state: Provisioning }) {
  const t = useText('connections');
  const client = useQueryClient();
  const [token, setToken] = useState<string | null>(null);
  const refresh = () => client.invalidateQueries({ queryKey: provisioningQuery(ids).queryKey });
  const making = useMutation({
    mutationFn: () => makeProvisioningToken(ids),
    onSuccess: async (made) => {
      setToken(made.token);
      await refresh();
    },
  });
  const { baseUrl, lastContactDate, lastError, tokens, users, groups } = state;
  return (
    <>
      <CopyField label={t('provisioning.baseUrl')} value={baseUrl} />
      {tokens.length === 0 ? (
        <p className="text-14 text-muted">{t('provisioning.none')}</p>
      ) : (
        <ul className="flex flex-col divide-y divide-line border-y border-line">
          {tokens.map((each) => (
            <TokenRow key={each.id} ids={ids} token={each} onEnded={refresh} />
          ))}
        </ul>
      )}
      <p className="text-14">{t('provisioning.people', { users, groups })}</p>
      <p className="text-14">
        {t('provisioning.contact')}{' '}
        {lastContactDate === null ? t('provisioning.never') : <TimeText seconds={lastContactDate} />}
      </p>
      {lastError && (
        <Banner tone="waiting" title={t('provisioning.error')}>
          <TimeText seconds={lastError.date} /> <span className="break-words">{lastError.message}</span>
        </Banner>
      )}
      <ErrorBanner error={making.error} isFormless />
      <div>
        <Button
          icon={tokens.length === 0 ? KeyRound : RefreshCw}
          busy={making.isPending}
          onClick={() => making.mutate()}
        >
          {t(tokens.length === 0 ? 'provisioning.make' : 'provisioning.makeAgain')}
        </Button>
      </div>
      {token !== null && (
        <SecretDialog
          title={t('provisioning.made', { name })}
          values={[{ label: t('provisioning.token'), value: token }]}
          onClose={() => setToken(null)}
        >
          {tokens.length > 1 && <p className="text-14">{t('provisioning.overlap')}</p>}
        </SecretDialog>
      )}
    </>
  );
}

type TokenRowProps = { ids: Ids; token: Provisioning['tokens'][number]; onEnded: () => Promise<void> };

function TokenRow({ ids, token: { id, hint, createDate, endDate }, onEnded }: TokenRowProps) {
  const t = useText('connections');
  const showToast = useToast();
  const ending = useMutation({
    mutationFn: () => endProvisioningToken(ids, id),
    onSuccess: async () => {
      showToast({ text: t('provisioning.ended') });
      await onEnded();
    },
  });
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-60 text-14">
        <p id={`token-${id}`}>{t('provisioning.hint', { hint })}</p>
        <p className="text-muted">
          {t('provisioning.madeOn')} <TimeText seconds={createDate} />
        </p>
        {endDate !== null && (
          <p className="text-muted">
            {t('provisioning.ends')} <TimeText seconds={endDate} isDeadline />
          </p>
        )}
      </div>
      <ConfirmButton
        isSmall
        aria-describedby={`token-${id}`}
        act={ending}
        title={t('provisioning.endTitle', { hint })}
        description={t('provisioning.endWhat')}
        confirmLabel={t('provisioning.end')}
      />
    </li>
  );
}
