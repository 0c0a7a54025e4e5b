import type { ReactNode } from 'react';
import type { Profile } from '../api/wire.ts';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { ProfilePicture } from '../ui/profile-picture.tsx';

type PersonLineProps = {
  id: string;
  name: string;
  picture: Profile['picture'] | null;
  /** Next to the name: "you". */
  tag?: string | null;
  /** Below the name: address and date. */
  children: ReactNode;
};

/** The person of a row. */
export function PersonLine({ id, name, picture, tag, children }: PersonLineProps) {
  return (
    <div className="flex min-w-0 flex-1 basis-72 items-center gap-3">
      <ProfilePicture profile={{ name, picture }} />
      <div className="min-w-0">
        <p className="font-medium">
          <span id={id}>{name}</span>
          {tag && <span className="text-14 font-normal text-muted"> ({tag})</span>}
        </p>
        <div className="text-14 text-muted">{children}</div>
      </div>
    </div>
  );
}

/** The error of an action in a row, below it and as wide. */
export function RowError({ error }: { error: unknown }) {
  return (
    <div className="order-last basis-full empty:hidden">
      <ErrorBanner error={error} isFormless />
    </div>
  );
}
