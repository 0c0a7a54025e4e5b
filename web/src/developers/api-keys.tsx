import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { KeyRound, Plus, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { apiKeysQuery, deleteApiKey } from '../api/keys-api.ts';
import type { ApiKey, ApiKeyWithSecret, Organization } from '../api/wire.ts';
import { useText } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { CopyField } from '../ui/copy-field.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ScopeList } from '../ui/scope-list.tsx';
import { SecretDialog } from '../ui/secret-dialog.tsx';
import { TimeText } from '../ui/time-text.tsx';
import { useToast } from '../ui/toast.tsx';
import { Unloaded } from '../ui/unloaded.tsx';
import { KeyDialog } from './key-dialog.tsx';

export function ApiKeys({ organization }: { organization: Organization }) {
  const t = useText('keys');
  const section = useRef<HTMLElement>(null);
  const [isMaking, setMaking] = useState(false);
  const [made, setMade] = useState<ApiKeyWithSecret | null>(null);
  return (
    <section ref={section} tabIndex={-1} aria-label={t('title')} className="flex flex-col gap-4 outline-none">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <p className="max-w-text flex-1 basis-64 text-muted">
          {t('lead', { organization: organization.name })}
        </p>
        <Button variant="primary" icon={Plus} onClick={() => setMaking(true)}>
          {t('new')}
        </Button>
      </div>
      <KeyList organization={organization} onGone={() => section.current?.focus()} />
      <KeyDialog
        organization={organization}
        isOpen={isMaking}
        onClose={() => setMaking(false)}
        onMade={setMade}
      />
      {made && <MadeKey made={made} onClose={() => setMade(null)} />}
    </section>
  );
}

function MadeKey({ made, onClose }: { made: ApiKeyWithSecret; onClose: () => void }) {
  const t = useText('keys');
  const call = `curl -H 'X-Api-Key: ${made.key}' ${window.location.origin}/api/v1/profile`;
  return (
    <SecretDialog
      title={t('secretTitle', { name: made.name })}
      values={[{ label: t('secret'), value: made.key }]}
      onClose={onClose}
    >
      <div>
        <CopyField label={t('firstCall')} value={call} />
        <p className="text-13 text-muted">{t('firstCallHint')}</p>
      </div>
    </SecretDialog>
  );
}

type KeyListProps = { organization: Organization; onGone: () => void };

function KeyList({ organization, onGone }: KeyListProps) {
  const t = useText('keys');
  const keys = useQuery(apiKeysQuery(organization.id));
  if (!keys.data) return <Unloaded query={keys} />;
  if (keys.data.length === 0) {
    return (
      <EmptyState icon={KeyRound} title={t('empty')}>
        {t('emptyLead')}
      </EmptyState>
    );
  }
  return (
    <ul className="flex flex-col divide-y divide-line border-y border-line">
      {keys.data.map((key) => (
        <KeyRow key={key.id} organization={organization} apiKey={key} onGone={onGone} />
      ))}
    </ul>
  );
}

function KeyRow({ organization, apiKey, onGone }: KeyListProps & { apiKey: ApiKey }) {
  const t = useText('keys');
  const nameId = `key-${apiKey.id}`;
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 py-5">
      <div className="min-w-0 flex-1 basis-72">
        <h2 id={nameId} className="font-medium">
          {apiKey.name}
          <span className="text-14 font-normal text-muted">
            {' '}
            · {t('endsIn')} <code className="font-mono">{apiKey.hint}</code>
          </span>
        </h2>
        <p className="text-14">{t('actsAs', { name: apiKey.member.name ?? apiKey.member.email })}</p>
        <p className="text-14 text-muted">
          {t('madeBy', { name: apiKey.creatorName })} <TimeText seconds={apiKey.createDate} /> ·{' '}
          {apiKey.lastUseDate === null ? (
            t('neverUsed')
          ) : (
            <>
              {t('lastUsed')} <TimeText seconds={apiKey.lastUseDate} />
            </>
          )}
        </p>
      </div>
      <div className="min-w-0 flex-1 basis-64">
        <h3 className="text-14 font-medium">{t('scopes')}</h3>
        <ScopeList scopes={apiKey.scopes} />
      </div>
      <DeleteKey organization={organization} apiKey={apiKey} onGone={onGone} />
    </li>
  );
}

function DeleteKey({ organization, apiKey, onGone }: KeyListProps & { apiKey: ApiKey }) {
  const t = useText('keys');
  const showToast = useToast();
  const client = useQueryClient();
  const [isConfirming, setConfirming] = useState(false);
  const deletion = useMutation({
    mutationFn: () => deleteApiKey(organization.id, apiKey.id),
    onSuccess: async () => {
      setConfirming(false);
      showToast({ text: t('deleted', { name: apiKey.name }) });
      await client.invalidateQueries({ queryKey: apiKeysQuery(organization.id).queryKey });
      onGone();
    },
  });
  return (
    <>
      <Button
        icon={Trash2}
        variant="danger"
        aria-describedby={`key-${apiKey.id}`}
        onClick={() => setConfirming(true)}
      >
        {t('delete')}
      </Button>
      <ConfirmDialog
        isOpen={isConfirming}
        onClose={() => setConfirming(false)}
        act={deletion}
        title={t('deleteTitle', { name: apiKey.name })}
        description={t('deleteWhat')}
        confirmLabel={t('delete')}
        name={apiKey.name}
      />
    </>
  );
}
