import { useState } from 'react';
import { classNames } from './class-names.ts';
import { initialsOf } from './initials.ts';

type Pictured = { name: string; picture: { file: string | null; thumb: string | null } | null };

/** A user's picture, or initials; decorative, because the name is next to it. */
export function ProfilePicture({ profile, isLarge }: { profile: Pictured; isLarge?: boolean }) {
  const source = profile.picture?.thumb ?? profile.picture?.file;
  const [broken, setBroken] = useState<string | null>(null);
  const size = isLarge ? 'size-20 text-25' : 'size-9 text-13';
  if (source && source !== broken) {
    return (
      <img
        src={source}
        alt=""
        onError={() => setBroken(source)}
        className={classNames(size, 'shrink-0 rounded-round border border-line object-cover')}
      />
    );
  }
  return (
    <span
      aria-hidden
      className={classNames(
        size,
        'flex shrink-0 items-center justify-center rounded-round border border-line bg-wash font-semibold',
      )}
    >
      {initialsOf(profile.name)}
    </span>
  );
}
