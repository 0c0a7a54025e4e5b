import { useRef } from 'react';
import type { DeviceAnswer } from '../api/device-marks.ts';
import { Button } from '../ui/button.tsx';
import { useDeviceText } from './device-texts.ts';
import type { SigningView } from './signing-view.ts';
import { type Device, type DeviceState, useDevice } from './use-device.ts';

interface DeviceSectionProps {
  readonly view: SigningView;
  /** Whether the person has signed on this page: only then are they asked. */
  readonly isHere: boolean;
}

/** After the signing of a guest: may this browser keep the signature for them? Nothing is kept before they say so. */
export function DeviceSection({ view, isHere }: DeviceSectionProps) {
  const t = useDeviceText();
  const device = useDevice(view);
  const title = useRef<HTMLHeadingElement>(null);
  if (device === null) return null;
  const { state, former, picture } = device;
  const isKept = state === 'kept' || state === 'other';
  // A refusal is not repeated at each signing.
  if (former === undefined && (state === 'refused' || !(isHere || isKept))) return null;
  return (
    <section aria-labelledby="device" className="mt-10 flex max-w-text flex-col items-start gap-3">
      <h2 ref={title} id="device" tabIndex={-1} className="text-16 font-semibold">
        {t(`title_${state}`)}
      </h2>
      {picture !== null && (
        <img
          src={`data:image/png;base64,${picture}`}
          alt=""
          className="signature-paper h-14 max-w-56 object-contain p-1"
        />
      )}
      <p className="text-14 text-muted">{t(`help_${state}`, { email: view.recipient.email })}</p>
      {device.hasFailed && (
        <p role="alert" className="text-14 text-stopped">
          {t('failed')}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {actsOf(device).map(({ text, answer }) => (
          <Button
            key={text}
            variant={text === 'share' ? 'quiet' : 'plain'}
            onClick={() => void device.write(answer).then(() => title.current?.focus())}
          >
            {t(text)}
          </Button>
        ))}
      </div>
    </section>
  );
}

interface Press {
  readonly text: 'refuse' | 'keep' | 'replace' | 'forget' | 'share' | 'unshare' | 'undo';
  readonly answer: DeviceAnswer;
}

const SHARE: Press = { text: 'share', answer: 'shared' };
const FORGET: Press = { text: 'forget', answer: null };

/** What each press writes. The first one keeps nothing, and none is preselected. */
function actsOf({ state, merged, former }: Device): readonly Press[] {
  const undo: Press[] = former === undefined ? [] : [{ text: 'undo', answer: former }];
  const acts: Record<DeviceState, readonly Press[]> = {
    asked: [{ text: 'refuse', answer: 'refused' }, { text: 'keep', answer: merged }, SHARE],
    kept: [FORGET, SHARE],
    other: [{ text: 'replace', answer: merged }, FORGET, SHARE],
    refused: undo,
    forgotten: undo,
    shared: undo.length > 0 ? undo : [{ text: 'unshare', answer: null }],
  };
  return acts[state];
}
