import { useQuery } from '@tanstack/react-query';
import { CircleStop, KeyRound, Plus, QrCode, SquarePen, Users } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import {
  endPublicLink,
  type PublicLink,
  publicLinksKey,
  publicLinksQuery,
  renewLinkSecret,
} from '../api/public-links-api.ts';
import type { TemplateIds } from '../api/templates-api.ts';
import type { Template } from '../api/wire.ts';
import { currentLanguage, useText } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmButton } from '../ui/confirm-button.tsx';
import { CopyField } from '../ui/copy-field.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { formatMoment } from '../ui/format-time.ts';
import { Pager } from '../ui/pager.tsx';
import { QrPicture } from '../ui/qr-picture.tsx';
import { SecretDialog } from '../ui/secret-dialog.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { StateBadge, type StateTone } from '../ui/state-badge.tsx';
import { useAct } from '../ui/use-act.ts';
import { PublicLinkDialog } from './public-link-dialog.tsx';
import { SubmissionsDialog } from './submissions-dialog.tsx';

interface LinksProps {
  readonly ids: TemplateIds;
  readonly template: Template;
}

/** Addresses of the template for visitors. */
export function PublicLinks({ ids, template }: LinksProps) {
  const t = useText('links');
  const [page, setPage] = useState(1);
  const [isMaking, setMaking] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const query = useQuery(publicLinksQuery(ids, page));
  return (
    <section aria-labelledby="public-links" className="flex flex-col gap-4">
      <div>
        <h2 id="public-links" className="text-20 font-semibold">
          {t('title')}
        </h2>
        <p className="max-w-text text-14 text-muted">{t('lead')}</p>
      </div>
      {query.error && <ErrorBanner error={query.error} />}
      {query.isPending && <Skeleton lines={2} />}
      {query.data && query.data.items.length > 0 && (
        <ul className="flex flex-col gap-6">
          {query.data.items.map((link) => (
            <LinkItem key={link.id} ids={ids} template={template} link={link} onSecret={setSecret} />
          ))}
        </ul>
      )}
      {query.data && <Pager page={page} pages={query.data.pages} onPage={setPage} />}
      <Button icon={Plus} className="self-start" onClick={() => setMaking(true)}>
        {t('make')}
      </Button>
      {isMaking && (
        <PublicLinkDialog
          ids={ids}
          template={template}
          link={null}
          onSecret={setSecret}
          onClose={() => setMaking(false)}
        />
      )}
      {secret !== null && (
        <SecretDialog
          title={t('secretTitle')}
          values={[{ label: t('secret'), value: secret }]}
          onClose={() => setSecret(null)}
        >
          <p className="text-14 text-muted">{t('secretWhat')}</p>
        </SecretDialog>
      )}
    </section>
  );
}

const TONES: Readonly<Record<PublicLink['state'], StateTone>> = {
  open: 'done',
  early: 'waiting',
  closed: 'stopped',
  full: 'stopped',
  off: 'stopped',
  ended: 'draft',
};

interface ItemProps extends LinksProps {
  readonly link: PublicLink;
  readonly onSecret: (secret: string) => void;
}

function LinkItem({ ids, template, link, onSecret }: ItemProps) {
  const t = useText('links');
  const { state, counts, maximum, opensDate, closesDate } = link;
  const isEnded = state === 'ended';
  const momentOf = (date: number) => formatMoment(date, currentLanguage());
  const facts = [
    t('done', { count: counts.done }),
    ...(counts.open > 0 ? [t('underWay', { count: counts.open })] : []),
    ...(counts.abandoned > 0 ? [t('abandoned', { count: counts.abandoned })] : []),
    ...(maximum === null ? [] : [t('ofMaximum', { count: maximum })]),
    ...(opensDate !== null && state === 'early' ? [t('opensAt', { moment: momentOf(opensDate) })] : []),
    ...(closesDate === null ? [] : [t('closesAt', { moment: momentOf(closesDate) })]),
  ];
  return (
    <li className="flex flex-col gap-3 border-t border-line pt-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="font-medium">
          <bdi>{link.name}</bdi>
        </h3>
        <StateBadge tone={TONES[state]} word={t(`state_${state}`)} />
      </div>
      <p className="text-14 text-muted">{facts.join(' · ')}</p>
      {link.offReason && (
        <p className="text-14 text-stopped" lang="en" dir="ltr">
          {link.offReason}
        </p>
      )}
      {!isEnded && <CopyField label={t('address', { name: link.name })} value={link.url} />}
      <div className="flex flex-wrap gap-2">
        <Opening icon={Users} label={t('submissions')}>
          {(onClose) => <SubmissionsDialog ids={ids} link={link} onClose={onClose} />}
        </Opening>
        {!isEnded && (
          <>
            <Opening icon={QrCode} label={t('qr')}>
              {(onClose) => (
                <Dialog isOpen title={t('qr')} description={t('qrWhat')} onClose={onClose}>
                  <QrPicture text={link.url} label={t('qrOf', { name: link.name })} />
                  <QrDownload link={link} />
                </Dialog>
              )}
            </Opening>
            <Opening icon={SquarePen} label={t('change')}>
              {(onClose) => <PublicLinkDialog ids={ids} template={template} link={link} onClose={onClose} />}
            </Opening>
            <RenewSecret ids={ids} link={link} onSecret={onSecret} />
            <EndLink ids={ids} link={link} />
          </>
        )}
      </div>
    </li>
  );
}

interface OpeningProps {
  readonly icon: typeof Users;
  readonly label: string;
  readonly children: (onClose: () => void) => ReactNode;
}

/** A button and the dialog that it opens. */
function Opening({ icon, label, children }: OpeningProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon={icon} isSmall onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen && children(() => setOpen(false))}
    </>
  );
}

/** For a poster: as large as one likes. */
function QrDownload({ link: { id, qr } }: { link: PublicLink }) {
  const t = useText('links');
  const save = () => {
    const url = URL.createObjectURL(new Blob([qr], { type: 'image/svg+xml' }));
    const anchor = document.createElement('a');
    anchor.href = url;
    anchor.download = `public-link-${id}.svg`;
    anchor.click();
    URL.revokeObjectURL(url);
  };
  return (
    <Button className="self-center" onClick={save}>
      {t('qrSave')}
    </Button>
  );
}

function RenewSecret({ ids, link, onSecret }: Omit<ItemProps, 'template'>) {
  const t = useText('links');
  const renewal = useAct({
    does: () => renewLinkSecret(ids, link.id),
    done: ({ secret }) => onSecret(secret),
  });
  return (
    <ConfirmButton
      icon={KeyRound}
      variant="plain"
      isSmall
      label={t('renew')}
      act={renewal}
      title={t('renewTitle')}
      description={t('renewWhat')}
      confirmLabel={t('renew')}
    />
  );
}

function EndLink({ ids, link }: Pick<ItemProps, 'ids' | 'link'>) {
  const t = useText('links');
  const ending = useAct({
    does: () => endPublicLink(ids, link.id),
    says: () => t('endDone'),
    stale: [{ queryKey: publicLinksKey(ids) }],
  });
  return (
    <ConfirmButton
      icon={CircleStop}
      isSmall
      label={t('end')}
      act={ending}
      title={t('endTitle', { name: link.name })}
      description={t('endWhat')}
      confirmLabel={t('end')}
    />
  );
}
