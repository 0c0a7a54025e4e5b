import { useEffect, useMemo, useState } from 'react';
import {
  type DeviceAnswer,
  type DeviceMarks,
  readDeviceAnswer,
  writeDeviceAnswer,
} from '../api/device-marks.ts';
import { currentLanguage } from '../text/start-text.ts';
import { createSigningApi } from './signing-api.ts';
import type { NewSignatureImage, SignatureImage, SigningView } from './signing-view.ts';

export type DeviceState = 'asked' | 'kept' | 'other' | 'refused' | 'forgotten' | 'shared';

export interface Device {
  readonly state: DeviceState;
  /** What this browser knew before the last press; undefined before the first one. */
  readonly former: DeviceAnswer | undefined;
  /** The signature that would be or is kept, in base64; null where none is. */
  readonly picture: string | null;
  /** What is kept, with what this document was signed with. */
  readonly merged: DeviceMarks;
  readonly hasFailed: boolean;
  readonly write: (answer: DeviceAnswer) => Promise<void>;
}

interface Known {
  readonly made: DeviceMarks;
  readonly answer: DeviceAnswer;
  readonly former?: DeviceAnswer;
  readonly hasFailed?: boolean;
}

/** Null without storage, without a signature to keep, and for an account, which keeps its own. */
export function useDevice({ link, recipient: { email }, marks }: SigningView): Device | null {
  const [known, setKnown] = useState<Known | null>(null);
  // The view is polled: it is another object each time, of the same marks.
  const used = useMemo(() => JSON.stringify(marks), [marks]);
  useEffect(() => {
    let isCurrent = true;
    read({ link, email, marks: JSON.parse(used) as SigningView['marks'] }).then(
      (now) => isCurrent && setKnown(now),
      () => isCurrent && setKnown(null),
    );
    return () => {
      isCurrent = false;
    };
  }, [link, email, used]);
  if (known === null) return null;
  const { made, answer, former } = known;
  const kept = marksOf(answer);
  const state = stateOf(known);
  const write = (next: DeviceAnswer) =>
    writeDeviceAnswer(email, next).then(
      () => setKnown({ made, answer: next, former: answer }),
      () => setKnown({ ...known, hasFailed: true }),
    );
  return {
    state,
    former,
    picture:
      { asked: made, kept, other: kept, refused: null, forgotten: null, shared: null }[state]?.signature
        ?.png ?? null,
    merged: {
      signature: made.signature ?? kept?.signature ?? null,
      initials: made.initials ?? kept?.initials ?? null,
    },
    hasFailed: known.hasFailed ?? false,
    write,
  };
}

async function read({ link, email, marks }: Pick<SigningView, 'link' | 'marks'> & { email: string }) {
  const api = createSigningApi({ link, language: currentLanguage });
  if (marks.signature === null || (await api.keptMarks()).hasAccount) return null;
  const [answer, signature, initials] = await Promise.all([
    readDeviceAnswer(email),
    fetchMark(marks.signature),
    fetchMark(marks.initials),
  ]);
  return { answer, made: { signature, initials } };
}

/** As the service has it: what is kept is what was signed with. */
async function fetchMark(image: SignatureImage | null): Promise<NewSignatureImage | null> {
  if (image === null) return null;
  const { url, method, text, font } = image;
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  return { method, text, font, png: btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')) };
}

function marksOf(answer: DeviceAnswer): DeviceMarks | null {
  return typeof answer === 'object' ? answer : null;
}

function stateOf({ made, answer, former }: Known): DeviceState {
  if (answer === 'refused' || answer === 'shared') return answer;
  if (answer === null) return marksOf(former ?? null) === null ? 'asked' : 'forgotten';
  const isSame = (mark: NewSignatureImage | null, kept: NewSignatureImage | null) =>
    mark === null || mark.png === kept?.png;
  const areSame = isSame(made.signature, answer.signature) && isSame(made.initials, answer.initials);
  return areSame ? 'kept' : 'other';
}
