import { useCallback, useEffect, useRef, useState } from 'react';
import {
  type ChangeCause,
  causeOfRefusal,
  findChangeCause,
  isFresh,
  isWorthRepeating,
  type MadePreview,
  renewDelayMs,
} from './preview-state.ts';
import type { SigningApi } from './signing-api.ts';
import { isConflict, SigningError, toSigningError } from './signing-error.ts';
import type { SigningView } from './signing-view.ts';
import type { FieldAnswers } from './use-answers.ts';

export interface Preview {
  readonly made: MadePreview | null;
  /** Why there is none. */
  readonly error: SigningError | null;
  /** Whether another person has signed since: what follows their signature has to be checked anew. */
  readonly isOutdated: boolean;
  /** The latest cause, but for another person's act, for which it has to be checked once more; null without one. */
  readonly change: Change | null;
  readonly isMaking: boolean;
  /** The last one of which a page was drawn. */
  readonly drawn: MadePreview | null;
  /** Whether that has the content of now: nothing is signed unseen. */
  readonly isSeen: boolean;
  readonly onShown: (url: string) => void;
  readonly makeAgain: () => Promise<void>;
  /**
   * Signs exactly `drawn`; without it the newest one that is less than a minute old, where one that is made for this has
   * to have the same content.
   */
  readonly finish: (
    send: (preview: MadePreview) => Promise<void>,
    drawn: MadePreview | null,
  ) => Promise<void>;
}

/** The count tells one change from the next for the same cause. */
export interface Change {
  readonly cause: ChangeCause;
  readonly count: number;
}

export interface PreviewParts {
  readonly api: SigningApi;
  readonly view: SigningView;
  readonly fieldAnswers: FieldAnswers;
  readonly onView: (view: SigningView) => void;
  /** The person shows who they are for it, or a key is being bound to it: none is made in its place meanwhile. */
  readonly isPaused: boolean;
}

/**
 * What Finish would sign, made anew before it is a minute old for as long as the page is in sight, and once more where
 * the server could not be reached. None takes the place of one that is still being drawn: on a slow line the pages would
 * never be seen.
 */
export function usePreview(parts: PreviewParts): Preview {
  const [made, setMade] = useState<MadePreview | null>(null);
  const [error, setError] = useState<SigningError | null>(null);
  const [change, setChange] = useState<Change | null>(null);
  const addChange = useCallback(
    (cause: ChangeCause) => setChange((last) => ({ cause, count: (last?.count ?? 0) + 1 })),
    [],
  );
  const [isMaking, setMaking] = useState(true);
  const [failures, setFailures] = useState(0);
  const latest = useRef({ ...parts, made });
  latest.current = { ...parts, made };
  const { look, ask } = useRequests(latest);

  const make = useCallback(async (): Promise<MadePreview> => {
    const { made: before, view: shownView } = latest.current;
    try {
      const next = await ask();
      const isSameFile = before?.shownHash === next.shownHash;
      if (isSameFile && before.contentHash !== next.contentHash) {
        const now = { askedAtMs: next.askedAtMs, recipient: (await look()).recipient };
        addChange(findChangeCause({ ...before, recipient: shownView.recipient }, now));
      }
      setMade(next);
      setError(null);
      setFailures(0);
      return next;
    } catch (cause) {
      const failed = toSigningError(cause);
      if (isConflict(failed) || failed.kind === 'refused') await look().catch(() => undefined);
      if (before === null || !isWorthRepeating(failed.kind)) {
        setMade(null);
        setError((last) => (last !== null && isSameFailure(last, failed) ? last : failed));
      }
      setFailures((count) => count + 1);
      throw failed;
    } finally {
      setMaking(false);
    }
  }, [ask, look, addChange]);
  const makeAgain = useCallback(async () => {
    setMaking(true);
    setChange(null);
    await make();
  }, [make]);
  const finish: Preview['finish'] = async (send, drawn) => {
    if (made === null) return;
    const signed = drawn ?? (isFresh(made, Date.now()) ? made : await make());
    if (signed.contentHash !== made.contentHash) throw new SigningError('conflict', '', null);
    try {
      await send(signed);
    } catch (cause) {
      const refused = toSigningError(cause);
      const before = latest.current.view.recipient;
      const view = isConflict(refused) ? await look().catch(() => null) : null;
      if (refused.kind === 'conflict') {
        const change = causeOfRefusal(refused.reason, { before, now: view?.recipient ?? before });
        if (change !== null) addChange(change);
        await make().catch(() => undefined);
      }
      throw refused;
    }
  };
  const isOutdated = made !== null && made.shownHash !== parts.view.shownHash;
  useEffect(() => void makeAgain().catch(() => undefined), [makeAgain]);
  const seen = useSeen(made);
  const isDue = made === null ? error !== null && isWorthRepeating(error.kind) : seen.drawn === made;
  useRenewal({ made, failures, isOn: isDue && !isOutdated && !parts.isPaused }, make);
  return { made, error, isOutdated, change, isMaking, ...seen, makeAgain, finish };
}

/** The person is told once of what goes on failing. */
function isSameFailure(one: SigningError, other: SigningError): boolean {
  return one.kind === other.kind && one.message === other.message;
}

function useSeen(made: MadePreview | null): Pick<Preview, 'drawn' | 'isSeen' | 'onShown'> {
  const [drawn, setDrawn] = useState<MadePreview | null>(null);
  const onShown = useCallback(
    (url: string) => {
      if (made?.documents.some((document) => document.url === url)) setDrawn(made);
    },
    [made],
  );
  return { drawn, isSeen: made !== null && drawn?.contentHash === made.contentHash, onShown };
}

/** One preview is asked for at a time; who wants one meanwhile gets the same. */
function useRequests(latest: { readonly current: PreviewParts & { readonly made: MadePreview | null } }) {
  const underway = useRef<Promise<MadePreview> | null>(null);
  /** Brings file and answers up to date. */
  const look = useCallback(async (): Promise<SigningView> => {
    const { api, onView, fieldAnswers } = latest.current;
    const view = await api.view();
    onView(view);
    fieldAnswers.forgetSaved();
    return view;
  }, [latest]);
  const ask = useCallback(() => {
    const request = async () => {
      const { api, view, made, fieldAnswers } = latest.current;
      if (made === null && !(await fieldAnswers.settled())) throw new SigningError('offline', '', null);
      const { shownHash } = made === null ? await look() : view;
      const askedAtMs = Date.now();
      return { ...(await api.preview(shownHash)), shownHash, askedAtMs };
    };
    underway.current ??= request().finally(() => {
      underway.current = null;
    });
    return underway.current;
  }, [latest, look]);
  return { look, ask };
}

interface Renewal {
  readonly made: MadePreview | null;
  readonly failures: number;
  readonly isOn: boolean;
}

function useRenewal({ made, failures, isOn }: Renewal, make: () => Promise<unknown>): void {
  useEffect(() => {
    if (!isOn) return;
    const renew = () => {
      if (document.visibilityState === 'visible') make().catch(() => undefined);
    };
    const timer = setTimeout(renew, renewDelayMs(made, Date.now(), failures));
    const renewIfOld = () => {
      if (renewDelayMs(made, Date.now(), 0) === 0) renew();
    };
    document.addEventListener('visibilitychange', renewIfOld);
    window.addEventListener('online', renewIfOld);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', renewIfOld);
      window.removeEventListener('online', renewIfOld);
    };
  }, [made, failures, isOn, make]);
}
