import type { FrameEvent, FrameMessage, FrameTheme, HostEvent, HostMessage } from './messages.ts';

type EventOf<Type extends FrameEvent['type']> = Extract<FrameEvent, { type: Type }>;

/** `onReady`, `onClosed` and so on, each with its own event. */
type HandlersOf<Type extends FrameEvent['type']> = {
  [Each in Type as `on${Capitalize<Each>}`]?: ((event: EventOf<Each>) => void) | undefined;
};

/** What both pages say. */
type CommonType = 'ready' | 'resize' | 'error' | 'closed';
type DesignType = 'changed' | 'saved' | 'started';
export type DesignHandlers = HandlersOf<CommonType | DesignType>;
export type SigningHandlers = HandlersOf<Exclude<FrameEvent['type'], DesignType>>;

interface FrameOptions {
  /** As your server got it; opens once. */
  url: string;
  /** Read aloud where the frame begins. */
  title?: string | undefined;
  language?: string | undefined;
  theme?: FrameTheme | undefined;
}

/** `url` is of `createEmbeddedSession`. */
export interface SigningOptions extends FrameOptions, SigningHandlers {}
/** `url` is of `createEmbeddedDesign`. */
export interface DesignOptions extends FrameOptions, DesignHandlers {}

export interface MountedFrame {
  readonly frame: HTMLIFrameElement;
  /** Takes the frame away. What was answered is saved; of a designer, what `saved` has said. */
  readonly close: () => void;
  readonly setLanguage: (language: string) => void;
  readonly setTheme: (theme: FrameTheme) => void;
  /** Moves the focus to the beginning of the frame. */
  readonly focus: () => void;
}
export type MountedSigning = MountedFrame;
/** `requestClose` has the designer save what is not saved yet; then it says `closed` with `host`. */
export type MountedDesigner = MountedFrame & { readonly requestClose: () => void };

const FIRST_HEIGHT = 640;

/**
 * Shows the signing page inside an element. Its messages count if they come from this very frame and from the origin
 * of the address; what your server acts on is the notification, not these.
 */
export function mountSigning(element: Element, options: SigningOptions): MountedSigning {
  return mountFrame(element, { title: 'Sign a document', ...definedOf(options) }, options);
}

/** Shows the designer of a draft inside an element, by the same rules. */
export function mountDesigner(element: Element, options: DesignOptions): MountedDesigner {
  return mountFrame(element, { title: 'Prepare a document', ...definedOf(options) }, options);
}

/** Handlers are read when their message comes: a component may have others by then. */
function mountFrame(element: Element, options: FrameOptions, handlers: object): MountedDesigner {
  const { url, title = '', language, theme } = options;
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
    (handlers as Record<string, ((event: FrameEvent) => void) | undefined>)[handlerOf(data.type)]?.(data);
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
    requestClose: () => post({ type: 'close' }),
    setLanguage: (next) => post({ type: 'language', language: next }),
    setTheme: (next) => post({ type: 'theme', theme: next }),
    focus: () => {
      frame.focus();
      post({ type: 'focus' });
    },
  };
}

function definedOf({ url, title, language, theme }: FrameOptions): FrameOptions {
  return { url, language, theme, ...(title ? { title } : {}) };
}

/** `onReady` of `ready`. */
export function handlerOf(type: string): string {
  return `on${type[0]?.toUpperCase()}${type.slice(1)}`;
}
