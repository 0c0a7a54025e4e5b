import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Lock, LockOpen, Pencil, PlugZap, Trash2 } from 'lucide-react';
import { useState } from 'react';
import {
  checkConnectionDomain,
  connectionsQuery,
  connectionUrl,
  deleteConnection,
  tryConnection,
  updateConnection,
} from '../api/connections-api.ts';
import type { Connection } from '../api/wire.ts';
import { SaidSentence } from '../text/said-sentence.tsx';
import { useText } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { CopyField } from '../ui/copy-field.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { StateBadge } from '../ui/state-badge.tsx';
import { TimeText } from '../ui/time-text.tsx';
import { useToast } from '../ui/toast.tsx';
import { useNow } from '../ui/use-now.ts';
import { ConnectionDialog } from './connection-dialog.tsx';
import { formOf } from './connection-state.ts';
import { ProvisioningSection } from './provisioning-section.tsx';
import { TrialResult } from './trial-result.tsx';

type RowProps = { organizationId: number; connection: Connection };

/** A connection with what can be done with it, and what is still to be done. */
export function ConnectionRow({ organizationId, connection }: RowProps) {
  const t = useText('connections');
  const ids = { organizationId, connectionId: connection.id };
  const trial = useMutation({ mutationFn: () => tryConnection(ids) });
  return (
    <li className="flex flex-col gap-4 px-2 py-5">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <div className="min-w-0 flex-1 basis-72">
          <h2 className="font-medium">{connection.name}</h2>
          <p className="font-mono text-14 break-all text-muted">{connection.issuer}</p>
          {connection.saml && <SamlState saml={connection.saml} />}
        </div>
        {connection.isForMembers && (
          <StateBadge
            tone={connection.isEnforced ? 'done' : 'draft'}
            word={t(connection.isEnforced ? 'required' : 'offered')}
          />
        )}
      </div>
      {connection.isForSigners && <p className="text-14">{t('isForSigners')}</p>}
      {connection.isForMembers && connection.workedDate === null && (
        <p className="text-14">
          {t('workedNot')}{' '}
          <a
            className="link"
            href={connectionUrl(connection.id, { returnTo: '/account/organization/connections' })}
          >
            {t('signInOnce')}
          </a>
        </p>
      )}
      <KeeperHint connection={connection} />
      {connection.domains.map((domain) => (
        <Domain key={domain.domain} ids={ids} domain={domain} />
      ))}
      <div className="flex flex-wrap gap-2">
        <Button icon={PlugZap} busy={trial.isPending} onClick={() => trial.mutate()}>
          {t('try')}
        </Button>
        <RowActions organizationId={organizationId} connection={connection} />
      </div>
      <div role="status">
        {trial.data && (
          <TrialResult trial={trial.data} verdict={t(trial.data.usable ? 'usable' : 'notUsable')} />
        )}
      </div>
      <ErrorBanner error={trial.error} isFormless />
      <details open={connection.saml?.ssoUrl === ''}>
        <summary className="link cursor-pointer py-1">{t('addresses')}</summary>
        <div className="flex max-w-text flex-col gap-4 py-3">
          {addressesOf(connection).map(([label, value = '']) => (
            <CopyField key={label} label={t(label)} value={value} />
          ))}
        </div>
      </details>
      {connection.isForMembers && (
        <ProvisioningSection organizationId={organizationId} connection={connection} />
      )}
    </li>
  );
}

type Address = readonly [
  (
    | 'acsUrl'
    | 'logoutUrl'
    | 'ownEntityId'
    | 'ownSloUrl'
    | 'returnUrl'
    | 'signInUrl'
    | 'signedOutUrl'
    | 'signersReturnUrl'
  ),
  string | undefined,
];

/** What the provider has to know, and where members begin. */
function addressesOf({
  saml,
  clientId,
  returnUrls,
  isForMembers,
  isForSigners,
  ...urls
}: Connection): Address[] {
  const [returnUrl, signersReturnUrl] = returnUrls;
  const begin = ['signInUrl', urls.signInUrl] as const;
  if (saml) return [['ownEntityId', clientId], ['acsUrl', returnUrl], ['ownSloUrl', urls.logoutUrl], begin];
  const ofMembers = [
    ['returnUrl', returnUrl],
    ['signedOutUrl', urls.signedOutUrl],
    ['logoutUrl', urls.logoutUrl],
    begin,
  ] as const;
  return [
    ...(isForSigners ? [['signersReturnUrl', signersReturnUrl] as const] : []),
    ...(isForMembers ? ofMembers : []),
  ];
}

/** What the one who keeps a password still lacks. */
function KeeperHint({ connection }: Pick<RowProps, 'connection'>) {
  const t = useText('connections');
  const {
    isForMembers,
    passwordAdministrator: keeper,
    passwordAdministratorHasFactor: hasFactor,
  } = connection;
  if (!isForMembers || keeper === null || hasFactor) return null;
  return <p className="text-14">{t('keeperNoFactor', { keeper })}</p>;
}

const MONTH_SECONDS = 30 * 86_400;

/** What is to be done about a SAML provider; nothing where all is well. */
function SamlState({ saml }: { saml: NonNullable<Connection['saml']> }) {
  const t = useText('connections');
  const { ssoUrl, certificateEndDate: end, metadataProblem, answerProblem } = saml;
  const now = useNow();
  if (ssoUrl === '') return <p className="text-14">{t('samlIncomplete')}</p>;
  return (
    <>
      {end !== null && end < now + MONTH_SECONDS && (
        <p className={end < now ? 'text-14 text-stopped' : 'text-14'}>
          {t(end < now ? 'certificateEnded' : 'certificateEnds')} <TimeText seconds={end} />
        </p>
      )}
      <Problem label={t('metadataProblem')} text={metadataProblem} />
      <Problem label={t('answerProblem')} text={answerProblem} />
    </>
  );
}

function Problem({ label, text }: { label: string; text: string | null }) {
  if (text === null) return null;
  return (
    <p className="text-14 text-stopped">
      {label} <SaidSentence text={text} />
    </p>
  );
}

type DomainProps = {
  ids: { organizationId: number; connectionId: string };
  domain: Connection['domains'][number];
};

function Domain({ ids, domain: { domain, recordName, recordValue, provenDate } }: DomainProps) {
  const t = useText('connections');
  const client = useQueryClient();
  const check = useMutation({
    mutationFn: () => checkConnectionDomain(ids, domain),
    onSuccess: () => client.invalidateQueries({ queryKey: connectionsQuery(ids.organizationId).queryKey }),
  });
  if (provenDate !== null) return <p className="text-14 text-done">{t('domainProven', { domain })}</p>;
  return (
    <div className="flex max-w-text flex-col gap-3 rounded-paper border border-line p-4">
      <p className="text-14">{t('domainOpen', { domain, record: recordName })}</p>
      <CopyField label={t('recordValue')} value={recordValue} />
      <ErrorBanner error={check.error} isFormless />
      <div>
        <Button isSmall busy={check.isPending} onClick={() => check.mutate()}>
          {t('check')}
        </Button>
      </div>
    </div>
  );
}

function RowActions({ organizationId, connection }: RowProps) {
  const t = useText('connections');
  const showToast = useToast();
  const client = useQueryClient();
  const [openDialog, setOpenDialog] = useState<'edit' | 'remove' | 'require' | 'release' | null>(null);
  const { name, isEnforced, isForMembers } = connection;
  const ids = { organizationId, connectionId: connection.id };
  const close = () => setOpenDialog(null);
  const refresh = async (text: string) => {
    close();
    showToast({ text });
    await client.invalidateQueries({ queryKey: connectionsQuery(organizationId).queryKey });
  };
  const requiring = useMutation({
    mutationFn: () => updateConnection(ids, { ...formOf(connection), isEnforced: !isEnforced }),
    onSuccess: () => refresh(t(isEnforced ? 'releasedNow' : 'requiredNow', { name })),
  });
  const removal = useMutation({
    mutationFn: () => deleteConnection(ids),
    onSuccess: () => refresh(t('removed', { name })),
  });
  return (
    <>
      <Button icon={Pencil} onClick={() => setOpenDialog('edit')}>
        {t('edit')}
      </Button>
      {isForMembers && (
        <Button
          icon={isEnforced ? LockOpen : Lock}
          onClick={() => setOpenDialog(isEnforced ? 'release' : 'require')}
        >
          {t(isEnforced ? 'release' : 'require')}
        </Button>
      )}
      <Button icon={Trash2} variant="danger" onClick={() => setOpenDialog('remove')}>
        {t('remove')}
      </Button>
      <ConnectionDialog
        organizationId={organizationId}
        connection={connection}
        isOpen={openDialog === 'edit'}
        onClose={close}
      />
      <ConfirmDialog
        isOpen={openDialog === (isEnforced ? 'release' : 'require')}
        onClose={close}
        act={requiring}
        title={t(isEnforced ? 'releaseTitle' : 'requireTitle', { name })}
        description={
          isEnforced
            ? t('releaseWhat')
            : t('requireWhat', { keeper: connection.passwordAdministrator ?? '–' })
        }
        confirmLabel={t(isEnforced ? 'release' : 'require')}
      />
      <ConfirmDialog
        isOpen={openDialog === 'remove'}
        onClose={close}
        act={removal}
        title={t('removeTitle', { name })}
        description={<WhatEnds connection={connection} />}
        confirmLabel={t('remove')}
      />
    </>
  );
}

/** What nobody can do any more without it. */
function WhatEnds({ connection: { isForMembers, isForSigners } }: Pick<RowProps, 'connection'>) {
  const t = useText('connections');
  return (
    <>
      {isForMembers && <p>{t('removeWhat')}</p>}
      {isForSigners && <p>{t('removeWhatSigners')}</p>}
    </>
  );
}
