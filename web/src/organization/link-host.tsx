import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { checkLinkHost, linkHostQuery, removeLinkHost, setLinkHost } from '../api/link-host-api.ts';
import { violationsOf } from '../api/violations.ts';
import type { LinkHostAnswer, Organization } from '../api/wire.ts';
import { useText } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { CopyField } from '../ui/copy-field.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { TextField } from '../ui/text-field.tsx';
import { useAct } from '../ui/use-act.ts';

type LinkHostProps = { organization: Organization };

/** The host of its own that links of the organization name. */
export function LinkHost({ organization: { id } }: LinkHostProps) {
  const t = useText('brand');
  const { data, error } = useQuery(linkHostQuery(id));
  return (
    <section aria-labelledby="link-host" className="flex max-w-text flex-col gap-4">
      <div>
        <h2 id="link-host" className="text-20 font-semibold">
          {t('host')}
        </h2>
        <p className="mt-1 text-14 text-muted">{t('hostLead')}</p>
      </div>
      <ErrorBanner error={error} />
      {data && (data.linkHost ? <SetHost id={id} linkHost={data.linkHost} /> : <HostForm id={id} />)}
    </section>
  );
}

function HostForm({ id }: { id: number }) {
  const t = useText('brand');
  const [host, setHost] = useState('');
  const setting = useAct({ does: () => setLinkHost(id, host), answers: linkHostQuery(id) });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setting.mutate();
  };
  const [violation] = violationsOf(setting.error, ['host']);
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <TextField
        label={t('hostName')}
        hint={t('hostHint')}
        name="host"
        autoComplete="off"
        value={host}
        error={violation?.sentence}
        onChange={({ target }) => setHost(target.value)}
      />
      <ErrorBanner error={setting.error} shownFields={['host']} />
      <div>
        <Button type="submit" disabled={host.trim() === ''} busy={setting.isPending}>
          {t('hostSet')}
        </Button>
      </div>
    </form>
  );
}

function SetHost({ id, linkHost }: { id: number; linkHost: NonNullable<LinkHostAnswer['linkHost']> }) {
  const t = useText('brand');
  const [isAsking, setAsking] = useState(false);
  const { host, recordName, recordValue, provenDate } = linkHost;
  const check = useAct({ does: () => checkLinkHost(id), answers: linkHostQuery(id) });
  const removal = useAct({
    does: () => removeLinkHost(id),
    answers: linkHostQuery(id),
    says: () => t('hostRemoved'),
  });
  return (
    <>
      {provenDate !== null && <p className="text-14 text-done">{t('hostProven', { host })}</p>}
      {provenDate === null && (
        <>
          <p className="text-14">{t('hostOpen', { host, record: recordName })}</p>
          <CopyField label={t('hostRecord')} value={recordValue} />
          <ErrorBanner error={check.error} isFormless />
        </>
      )}
      <div className="flex flex-wrap gap-2">
        {provenDate === null && (
          <Button busy={check.isPending} onClick={() => check.mutate()}>
            {t('hostCheck')}
          </Button>
        )}
        <Button icon={Trash2} variant="danger" onClick={() => setAsking(true)}>
          {t('hostRemove')}
        </Button>
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        act={removal}
        title={t('hostRemoveAsk', { host })}
        description={t('hostRemoveWhat')}
        confirmLabel={t('hostRemove')}
      />
    </>
  );
}
