import type { FrameEvent } from './messages.ts';
import { type MountedSigning, mountSigning, type SigningHandlers } from './mount-signing.ts';

const TYPES = [
  ...(['ready', 'resize', 'opened', 'progress', 'signed', 'approved'] as const),
  ...(['declined', 'sealed', 'error', 'closed'] as const),
];

/** On a server there are no elements: the module is imported there, and shows nothing. */
const Base = (globalThis.HTMLElement ?? class {}) as typeof HTMLElement;

/** `<paraph-sign url="…" language="de">`: each message is an event of its name, with the message as `detail`. */
export class ParaphSignElement extends Base {
  static readonly observedAttributes = ['url', 'language'];
  #mounted: MountedSigning | null = null;

  connectedCallback(): void {
    this.#show();
  }

  disconnectedCallback(): void {
    this.#mounted?.close();
    this.#mounted = null;
  }

  attributeChangedCallback(name: string, _before: string | null, now: string | null): void {
    if (!this.isConnected) return;
    if (name === 'url') this.#show();
    else if (now !== null) this.#mounted?.setLanguage(now);
  }

  #show(): void {
    this.disconnectedCallback();
    const url = this.getAttribute('url');
    if (url === null || url === '') return;
    const tell = (event: FrameEvent) => this.dispatchEvent(new CustomEvent(event.type, { detail: event }));
    const handlers = Object.fromEntries(
      TYPES.map((type) => [`on${type[0]?.toUpperCase()}${type.slice(1)}`, tell]),
    ) as SigningHandlers;
    const language = this.getAttribute('language') ?? undefined;
    this.#mounted = mountSigning(this, { ...handlers, url, language, title: this.title || undefined });
  }
}

if (globalThis.customElements && !customElements.get('paraph-sign'))
  customElements.define('paraph-sign', ParaphSignElement);
