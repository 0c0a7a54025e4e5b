import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { SubmitError } from './submit-error.tsx';
import { useSubmit } from './use-submit.ts';

interface OfferedImageProps {
  readonly url: string;
  readonly label: string;
  readonly useLabel: string;
  readonly onUse: () => Promise<void>;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}

/** A picture that the person has kept. One press takes it for all fields of its kind. */
export function OfferedImage({ url, label, useLabel, onUse, onClose, children }: OfferedImageProps) {
  const act = useSubmit();
  const take = () =>
    act.run(async () => {
      await onUse();
      onClose();
    });
  return (
    <div className="signature-current flex flex-wrap items-center justify-between gap-2 border-b border-line pb-3">
      <span className="flex items-center gap-3 text-14 text-muted">
        {label}
        <img src={url} alt="" className="signature-paper h-10 max-w-40 object-contain" />
      </span>
      <span className="flex flex-wrap items-center gap-2">
        <Button className="px-3 text-14" busy={act.isBusy} onClick={() => void take()}>
          {useLabel}
        </Button>
        {children}
      </span>
      <SubmitError error={act.error} />
    </div>
  );
}
