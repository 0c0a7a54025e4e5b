import type { FrameEvent } from './messages.ts';
import {
  type DesignOptions,
  handlerOf,
  type MountedFrame,
  mountDesigner,
  mountSigning,
  type SigningOptions,
} from './mount-frame.ts';

const SIGNING = [
  ...(['ready', 'resize', 'opened', 'progress', 'signed', 'approved'] as const),
  ...(['declined', 'sealed', 'error', 'closed'] as const),
];
const DESIGN = ['ready', 'resize', 'changed', 'saved', 'started', 'error', 'closed'] as const;

/** On a server there are no elements: the module is imported there, and shows nothing. */
const Base = (globalThis.HTMLElement ?? class {}) as typeof HTMLElement;

/** Shows a frame while it has an address: each message is an event of its name, with the message as `detail`. */
abstract class FrameElement extends Base {
  static readonly observedAttributes = ['url', 'language'];
  #mounted: MountedFrame | null = null;

  /** How the page is shown, and what it says. */
  abstract mount(options: SigningOptions & DesignOptions): MountedFrame;
  abstract readonly types: readonly FrameEvent['type'][];

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
    const handlers = Object.fromEntries(this.types.map((type) => [handlerOf(type), tell]));
    const language = this.getAttribute('language') ?? undefined;
    this.#mounted = this.mount({ ...handlers, url, language, title: this.title || undefined });
  }
}

/** `<paraph-sign url="…" language="de">`. */
export class ParaphSignElement extends FrameElement {
  readonly types = SIGNING;
  mount(options: SigningOptions): MountedFrame {
    return mountSigning(this, options);
  }
}

/** `<paraph-design url="…" language="de">`. */
export class ParaphDesignElement extends FrameElement {
  readonly types = DESIGN;
  mount(options: DesignOptions): MountedFrame {
    return mountDesigner(this, options);
  }
}

for (const [name, element] of [
  ['paraph-sign', ParaphSignElement],
  ['paraph-design', ParaphDesignElement],
] as const)
  if (globalThis.customElements && !customElements.get(name)) customElements.define(name, element);
