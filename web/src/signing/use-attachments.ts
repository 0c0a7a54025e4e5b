import { findingIn, LIMITS, NOT_SCANNED } from '@paraph/domain';
import { useEffect, useRef, useState } from 'react';
import type scanTexts from '../text/en/scan.json';
import { currentLanguage, sectionText, useText } from '../text/start-text.ts';
import { formatBytes } from '../ui/format-time.ts';
import { useAnnounce } from './announcer.tsx';
import { findFileProblem } from './attachment-state.ts';
import type { SigningApi } from './signing-api.ts';
import { SigningError } from './signing-error.ts';
import type { Attachment, SigningField, SigningView } from './signing-view.ts';

/** Of a file that a scanner refused, or could not examine. */
const useScanText = sectionText(
  import.meta.glob<typeof scanTexts>('../text/*/scan.json', { eager: true, import: 'default' }),
);

/** A file that is being sent. */
export interface Transfer {
  /** 0 to 1. */
  readonly share: number;
  readonly cancel: () => void;
}

/** The files that the person attaches; unlike answers, each is sent when it is chosen. */
export interface Attachments {
  readonly of: (field: SigningField) => Attachment | null;
  readonly transferOf: (field: SigningField) => Transfer | null;
  readonly errorOf: (field: SigningField) => string | null;
  readonly add: (field: SigningField, file: File) => void;
  readonly remove: (field: SigningField) => void;
  /** Resolves once no file is being sent. */
  readonly settled: () => Promise<void>;
}

interface AttachmentParts {
  readonly api: SigningApi;
  readonly view: SigningView;
  readonly onView: (view: SigningView) => void;
  /** Called when the person can no longer answer. */
  readonly onGone: () => void;
}

export function useAttachments({ api, view, onView, onGone }: AttachmentParts): Attachments {
  const t = useText('signing');
  const announce = useAnnounce();
  const [transfers, setTransfers] = useState<ReadonlyMap<number, Transfer>>(new Map());
  const [errors, setErrors] = useState<ReadonlyMap<number, string>>(new Map());
  const errorTextOf = useErrorText();
  const running = useRef(new Set<Promise<void>>());
  const waiting = useFilesForScanner();

  const run = (field: SigningField, change: () => Promise<SigningView>, said: string) => {
    // The words about a file that waits stay while it is sent again.
    if (!waiting.end(field)) setErrors((before) => withEntry(before, field.id, null));
    const finished = change()
      .then(
        (next) => {
          setErrors((before) => withEntry(before, field.id, null));
          onView(next);
          announce(said);
        },
        (cause: unknown) => {
          const isGone = cause instanceof SigningError && /^(conflict|unknown)$/.test(cause.kind);
          if (isGone) onGone();
          setErrors((before) => withEntry(before, field.id, errorTextOf(cause)));
          if (cause instanceof SigningError && cause.message === NOT_SCANNED)
            waiting.begin(field, cause, () => run(field, change, said));
        },
      )
      .finally(() => {
        setTransfers((before) => withEntry(before, field.id, null));
        running.current.delete(finished);
      });
    running.current.add(finished);
  };
  const send = async (field: SigningField, file: File): Promise<SigningView> => {
    const problem = await findFileProblem(file);
    if (problem !== null) throw new SigningError('refused', problemText(t, problem), null);
    const controller = new AbortController();
    const setShare = (share: number) => {
      const transfer = { share, cancel: () => controller.abort() };
      setTransfers((before) => withEntry(before, field.id, transfer));
    };
    setShare(0);
    return api.attach(field.id, { file, onProgress: setShare, signal: controller.signal });
  };
  return {
    of: ({ id }) => view.attachments.find(({ fieldId }) => fieldId === id) ?? null,
    transferOf: ({ id }) => transfers.get(id) ?? null,
    errorOf: ({ id }) => errors.get(id) ?? null,
    add: (field, file) => run(field, () => send(field, file), t('file.added', { name: file.name })),
    remove: (field) => run(field, () => api.detach(field.id), t('file.removed')),
    settled: async () => void (await Promise.all(running.current)),
  };
}

/** Where the server does not say how long a file that nothing has scanned should wait. */
const SCANNER_WAIT_SECONDS = 15;

/** Sends again what the scanner could not examine, while the page is open and until another act at the field. */
function useFilesForScanner() {
  const timers = useRef(new Map<number, ReturnType<typeof setTimeout>>());
  useEffect(() => () => timers.current.forEach(clearTimeout), []);
  return {
    begin: ({ id }: SigningField, { retrySeconds }: SigningError, again: () => void) => {
      timers.current.set(id, setTimeout(again, 1_000 * (retrySeconds ?? SCANNER_WAIT_SECONDS)));
    },
    /** Whether a file waited. */
    end: ({ id }: SigningField): boolean => {
      clearTimeout(timers.current.get(id));
      return timers.current.delete(id);
    },
  };
}

type Text = ReturnType<typeof useText>;

function problemText(t: Text, problem: 'empty' | 'tooLarge' | 'kind'): string {
  return t(`file.${problem}`, { size: formatBytes(LIMITS.attachmentBytesMax, currentLanguage()) });
}

/** The reasons of the server are in English; in other languages the page has words of its own. */
function useErrorText() {
  const t = useText('signing');
  const scan = useScanText();
  return (cause: unknown): string | null => {
    if (cause instanceof DOMException && cause.name === 'AbortError') return null;
    if (!(cause instanceof SigningError)) return t('file.failed');
    if (cause.kind === 'offline') return t('file.offline');
    if (cause.kind === 'busy') return t('file.busy');
    if (cause.message === NOT_SCANNED) return scan('unscanned');
    const finding = findingIn(cause.message);
    if (finding !== null) return scan('infected', { finding });
    if (cause.kind !== 'refused') return t('file.failed');
    // Not sent: the page's own words. Sent: the server has given the request an id.
    const isTranslated = cause.requestId === null || currentLanguage() === 'en';
    return isTranslated && cause.message !== '' ? cause.message : t('file.refused');
  };
}

function withEntry<V>(map: ReadonlyMap<number, V>, key: number, value: V | null): ReadonlyMap<number, V> {
  const rest = [...map].filter(([other]) => other !== key);
  return new Map(value === null ? rest : [...rest, [key, value]]);
}
