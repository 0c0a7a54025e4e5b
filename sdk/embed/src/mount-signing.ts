import type { FrameEvent, FrameMessage, FrameTheme, HostEvent, HostMessage } from './messages.ts';

type EventOf<Type extends FrameEvent['type']> = Extract<FrameEvent, { type: Type }>;

/** `onSigned`, `onClosed` and so on, each with its own event. */
export type SigningHandlers = {
  [Type in FrameEvent['type'] as `on${Capitalize<Type>}`]?: ((event: EventOf<Type>) => void) | undefined;
};

export interface SigningOptions extends SigningHandlers {
  /** As your server got it from `createEmbeddedSession`; opens once. */
  url: string;
  /** Read aloud where the frame begins. */
  title?: string | undefined;
  language?: string | undefined;
  theme?: FrameTheme | undefined;
}

export interface MountedSigning {
  readonly frame: HTMLIFrameElement;
  /** Takes the frame away. What was answered is saved. */
  readonly close: () => void;
  readonly setLanguage: (language: string) => void;
  readonly setTheme: (theme: FrameTheme) => void;
  /** Moves the focus to the beginning of the frame. */
  readonly focus: () => void;
}

const FIRST_HEIGHT = 640;

/**
 * Shows the signing page inside an element. Its messages count if they come from this very frame and from the origin
 * of the address; what your server acts on is the notification, not these.
 */
export function mountSigning(element: Element, options: SigningOptions): MountedSigning {
  const { url, title = 'Sign a document', language, theme } = options;
  const { origin, pathname } = new URL(url);
  const id = pathname.split('/').pop();
  const frame = document.createElement('iframe');
  const post = (event: HostEvent) => {
    const message: HostMessage = { source: 'paraph-host', version: 1, ...event };
    frame.contentWindow?.postMessage(message, origin);
  };
  const hear = ({ source, origin: from, data }: MessageEvent<FrameMessage | null>) => {
    if (source !== frame.contentWindow || from !== origin) return;
    if (data?.source !== 'paraph' || data.id !== id) return;
    if (data.type === 'ready' && theme) post({ type: 'theme', theme });
    if (data.type === 'ready' && language) post({ type: 'language', language });
    if (data.type === 'ready' || data.type === 'resize') frame.style.height = `${Number(data.height)}px`;
    const name = `on${data.type[0]?.toUpperCase()}${data.type.slice(1)}` as keyof SigningHandlers;
    (options[name] as ((event: FrameEvent) => void) | undefined)?.(data);
  };
  frame.title = title;
  frame.allow = `publickey-credentials-get ${origin}; clipboard-write ${origin}`;
  // The origin alone: a frame whose address was used up knows by it whom to tell.
  frame.referrerPolicy = 'origin';
  Object.assign(frame.style, { width: '100%', height: `${FIRST_HEIGHT}px`, border: '0', display: 'block' });
  window.addEventListener('message', hear);
  frame.src = url;
  element.append(frame);
  return {
    frame,
    close: () => {
      window.removeEventListener('message', hear);
      frame.remove();
    },
    setLanguage: (next) => post({ type: 'language', language: next }),
    setTheme: (next) => post({ type: 'theme', theme: next }),
    focus: () => {
      frame.focus();
      post({ type: 'focus' });
    },
  };
}
