import { LIMITS } from '@paraph/domain';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { brandQuery, draftLogoUrl, saveBrandLogo } from '../api/brand-api.ts';
import type { Brands, Organization } from '../api/wire.ts';
import { currentLanguage, useText } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { formatBytes } from '../ui/format-time.ts';
import { TextField } from '../ui/text-field.tsx';
import { useToast } from '../ui/toast.tsx';
import { drawLogo } from './draw-logo.ts';

type LogoProps = { organization: Organization; draft: Brands['draft'] };

/** The logo of the draft: shown, chosen, removed. */
export function BrandLogo({ organization: { id, name }, draft }: LogoProps) {
  const t = useText('brand');
  const showToast = useToast();
  const client = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const [refusal, setRefusal] = useState<string>();
  const size = formatBytes(LIMITS.pictureBytesMax, currentLanguage());
  const change = useMutation({
    // One after another: the last one chosen stays.
    scope: { id: `brand-logo-${id}` },
    mutationFn: (logo: Blob | null) => saveBrandLogo(id, logo),
    onSuccess: (saved, logo) => {
      client.setQueryData(brandQuery(id).queryKey, saved);
      showToast({ text: t(logo ? 'logoSaved' : 'logoRemoved') });
      // The button that removed it is gone.
      if (!logo) input.current?.focus();
    },
  });
  const choose = async (file: File | undefined) => {
    if (!file) return;
    change.reset();
    const logo = await drawLogo(file);
    setRefusal(logo === null ? t('logoBroken', { size }) : undefined);
    if (logo !== null) change.mutate(logo);
  };
  return (
    <section aria-labelledby="logo" className="flex flex-col gap-4">
      <h2 id="logo" className="text-20 font-semibold">
        {t('logo')}
      </h2>
      <div className="flex min-h-24 items-center justify-center rounded-paper border border-edge bg-[#ffffff] p-4 text-[#14213d]">
        {draft?.hasLogo ? (
          <img
            src={draftLogoUrl(id, draft.changeDate)}
            alt={t('logoOf', { name })}
            className="max-h-24 max-w-full object-contain"
          />
        ) : (
          t('logoNone')
        )}
      </div>
      <TextField
        ref={input}
        type="file"
        accept="image/png,image/jpeg,image/svg+xml"
        label={t('logoChoose')}
        hint={t('logoHint', { size })}
        error={refusal}
        onChange={(event) => {
          void choose(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
      {draft?.hasLogo && (
        <Button
          icon={Trash2}
          variant="danger"
          busy={change.isPending}
          onClick={() => change.mutate(null)}
          className="self-start"
        >
          {t('logoRemove')}
        </Button>
      )}
      <ErrorBanner error={change.error} />
    </section>
  );
}
