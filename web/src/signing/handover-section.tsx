import { Smartphone } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { useHandoverText } from './handover-texts.ts';
import { LoadFailure } from './load-failure.tsx';
import { moduleHook } from './module-hook.ts';
import type { SigningView } from './signing-view.ts';

const useDialog = moduleHook(() => import('./handover-dialog.tsx'));

/** Offers to go on with another device: a phone, or a browser that can hold a key. */
export function HandoverSection({ view }: { view: SigningView }) {
  const t = useHandoverText();
  const [isOpen, setOpen] = useState(false);
  const { module, hasFailed } = useDialog(isOpen);
  // The device is that of a host.
  if (view.hosted?.way === 'device') return null;
  return (
    <>
      <Button icon={Smartphone} isSmall onClick={() => setOpen(true)}>
        {t('open')}
      </Button>
      {isOpen && hasFailed && <LoadFailure />}
      {isOpen && module !== null && (
        <module.HandoverDialog
          link={view.link}
          senderName={view.workflow.senderName}
          needsKey={view.workflow.type === 'advanced'}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
