import { LIMITS } from '@paraph/domain';
import { ImageUp, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { deletePicture, profileQuery, savePicture } from '../api/account-api.ts';
import type { Profile } from '../api/wire.ts';
import { currentLanguage, useText } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { formatBytes } from '../ui/format-time.ts';
import { ProfilePicture } from '../ui/profile-picture.tsx';
import { useAct } from '../ui/use-act.ts';

const TYPES = ['image/png', 'image/jpeg'];

export function PictureForm({ profile }: { profile: Profile }) {
  const t = useText('account');
  const input = useRef<HTMLInputElement>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const change = useAct({
    does: (file: File | null) => (file ? savePicture(file) : deletePicture()),
    answers: profileQuery,
  });
  const choose = (file: File | undefined) => {
    if (!file) return;
    const isValid = TYPES.includes(file.type) && file.size <= LIMITS.pictureBytesMax;
    setRefusal(
      isValid ? null : t('pictureRefused', { size: formatBytes(LIMITS.pictureBytesMax, currentLanguage()) }),
    );
    if (isValid) change.mutate(file);
  };
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-4">
        <ProfilePicture profile={profile} isLarge />
        <div className="flex flex-wrap gap-2">
          <Button icon={ImageUp} busy={change.isPending} onClick={() => input.current?.click()}>
            {t('choosePicture')}
          </Button>
          {profile.picture.file && (
            <Button icon={Trash2} variant="quiet" onClick={() => change.mutate(null)}>
              {t('removePicture')}
            </Button>
          )}
        </div>
        <input
          ref={input}
          type="file"
          accept={TYPES.join(',')}
          aria-label={t('choosePicture')}
          tabIndex={-1}
          className="sr-only"
          onChange={(event) => {
            choose(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
      </div>
      {refusal && (
        <p role="alert" className="text-14 text-stopped">
          {refusal}
        </p>
      )}
      <ErrorBanner error={change.error} />
    </div>
  );
}
