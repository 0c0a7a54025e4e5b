import type { FrameEvent, FrameMessage, HostEvent } from '@paraph/contract';

/** What a frame says to the page around it, and hears from it: no other page gets a word, or is listened to. */
export interface Bridge {
  readonly post: (event: FrameEvent) => void;
  /** Answers how to stop. */
  readonly listen: (hear: (event: HostEvent) => void) => () => void;
}

/** @param origin of the page around; null where it is not known, and nothing is said. */
export function createBridge(id: string, origin: string | null): Bridge {
  return {
    post: (event) => {
      if (origin === null || window.parent === window) return;
      const message: FrameMessage = { source: 'paraph', version: 1, id, ...event };
      window.parent.postMessage(message, origin);
    },
    listen: (hear) => {
      const onMessage = ({ source, origin: from, data }: MessageEvent<unknown>) => {
        if (source !== window.parent || from !== origin || !isOfHost(data)) return;
        hear(data);
      };
      window.addEventListener('message', onMessage);
      return () => window.removeEventListener('message', onMessage);
    },
  };
}

function isOfHost(data: unknown): data is HostEvent {
  return (
    typeof data === 'object' &&
    data !== null &&
    'source' in data &&
    data.source === 'paraph-host' &&
    'type' in data
  );
}

/**
 * The origin of the page around, before its session is known: the policy of this page lets no other one show it, so
 * that what the browser names is that origin, or nothing.
 */
export function originAround(): string | null {
  const [nearest] = location.ancestorOrigins ?? [];
  if (nearest !== undefined) return nearest;
  return URL.canParse(document.referrer) ? new URL(document.referrer).origin : null;
}

/** Pages scroll inside a frame of this height, so that the bar stays in sight. */
const HEIGHT_MAX = 900;
const HEIGHT_MIN = 320;

/** Says how high the frame should be, at first and whenever that changes. */
export function followHeight(element: HTMLElement, tell: (height: number) => void): () => void {
  let told = 0;
  const measure = () => {
    const height = Math.min(HEIGHT_MAX, Math.max(HEIGHT_MIN, Math.ceil(element.offsetHeight)));
    if (height === told) return;
    told = height;
    tell(height);
  };
  const observer = new ResizeObserver(measure);
  observer.observe(element);
  return () => observer.disconnect();
}
