import { LIMITS } from '@paraph/domain';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import {
  deleteStampPicture,
  organizationsQuery,
  saveStampPicture,
  stampPictureQuery,
} from '../api/organization-api.ts';
import type { Organization } from '../api/wire.ts';
import { currentLanguage, useText } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { formatBytes } from '../ui/format-time.ts';
import { TextField } from '../ui/text-field.tsx';
import { useToast } from '../ui/toast.tsx';
import { Unloaded } from '../ui/unloaded.tsx';
import { OrganizationArea } from './organization-area.tsx';

const TYPES = ['image/png', 'image/jpeg'];

export default function StampsPage() {
  const t = useText('organization');
  return (
    <OrganizationArea title={t('stamps')} lead={({ name }) => t('stampsLead', { name })}>
      {(organization) => (
        <section aria-labelledby="stamp-now" className="flex max-w-text flex-col gap-4">
          <h2 id="stamp-now" className="text-20 font-semibold">
            {t('stampNow')}
          </h2>
          {organization.hasPicture ? (
            <ShownPicture organization={organization} />
          ) : (
            <PictureFrame>{t('stampNone')}</PictureFrame>
          )}
          <div className="flex flex-col gap-1 text-14 text-muted">
            <p>{t('stampShown')}</p>
            <p>{t('stampWhen')}</p>
          </div>
          {organization.administrator ? (
            <PictureChoice organization={organization} />
          ) : (
            <p className="text-14">{t('stampAdministrators')}</p>
          )}
        </section>
      )}
    </OrganizationArea>
  );
}

function ShownPicture({ organization: { id, name } }: { organization: Organization }) {
  const t = useText('organization');
  const picture = useQuery(stampPictureQuery(id));
  if (!picture.data) return <Unloaded query={picture} lines={2} />;
  return (
    <PictureFrame>
      <img
        src={picture.data}
        alt={t('stampPicture', { name })}
        className="max-h-40 max-w-full object-contain"
      />
    </PictureFrame>
  );
}

/** White like the page of a document, also in the dark. */
function PictureFrame({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-24 items-center justify-center rounded-paper border border-edge bg-[#ffffff] p-4 text-[#14213d]">
      {children}
    </div>
  );
}

const CHOICE =
  'w-full [&>input]:file:me-3 [&>input]:file:border-0 [&>input]:file:bg-transparent [&>input]:file:p-0 ' +
  '[&>input]:file:font-medium [&>input]:file:text-accent';

function PictureChoice({ organization: { id, hasPicture } }: { organization: Organization }) {
  const t = useText('organization');
  const showToast = useToast();
  const client = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const [refusal, setRefusal] = useState<string>();
  const size = formatBytes(LIMITS.pictureBytesMax, currentLanguage());
  const change = useMutation({
    // One after another: the last one chosen stays.
    scope: { id: `stamp-picture-${id}` },
    mutationFn: (file: File | null) => (file ? saveStampPicture(id, file) : deleteStampPicture(id)),
    onSuccess: async (_none, file) => {
      await client.invalidateQueries({ queryKey: organizationsQuery.queryKey });
      if (file) await client.invalidateQueries({ queryKey: stampPictureQuery(id).queryKey });
      else client.removeQueries({ queryKey: stampPictureQuery(id).queryKey });
      showToast({ text: t(file ? 'stampSaved' : 'stampRemoved') });
      // The button that removed it is gone.
      if (!file) input.current?.focus();
    },
  });
  const choose = (file: File | undefined) => {
    if (!file) return;
    change.reset();
    const isValid = TYPES.includes(file.type) && file.size <= LIMITS.pictureBytesMax;
    setRefusal(isValid ? undefined : t('stampRefused', { size }));
    if (isValid) change.mutate(file);
  };
  return (
    <div className="flex flex-col items-start gap-4">
      <TextField
        ref={input}
        type="file"
        accept={TYPES.join(',')}
        label={t(hasPicture ? 'stampReplace' : 'stampChoose')}
        hint={t('stampFormats', { size, side: LIMITS.stampPixelsMax.width })}
        error={refusal}
        className={CHOICE}
        onChange={(event) => {
          choose(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
      <p role="status" className={change.isPending ? 'text-14' : 'sr-only'}>
        {change.isPending && t('stampSaving')}
      </p>
      {hasPicture && (
        <Button icon={Trash2} variant="danger" busy={change.isPending} onClick={() => change.mutate(null)}>
          {t('stampRemove')}
        </Button>
      )}
      <ErrorBanner error={change.error} />
    </div>
  );
}
