import type { AnswerOf, ClosedReason, FrameEvent, operations } from '@paraph/contract';
import { accessHeaders } from '../api/bearer.ts';
import { currentLanguage } from '../text/start-text.ts';
import { createSigningApi, jsonRequest, type SigningApi, sendTo } from './signing-api.ts';
import { toSigningError } from './signing-error.ts';
import type { SigningView } from './signing-view.ts';

export type EmbeddedSession = AnswerOf<(typeof operations)['openEmbeddedSession']>;

/** Exchanges the token of an address for the session, once. */
export async function openEmbedded(id: string, token: string): Promise<EmbeddedSession> {
  const body = jsonRequest('POST', { session: id, token });
  const answer = await sendTo(fetch.bind(globalThis), '/api/v1/signing/embedded', body);
  return (await answer.json()) as EmbeddedSession;
}

interface Parts {
  readonly session: EmbeddedSession;
  readonly post: (event: FrameEvent) => void;
  /** Each view that the page is shown. */
  readonly onView: (view: SigningView) => void;
  /** The frame has lasted as long as it may. */
  readonly onEnded: () => void;
}

const VIEWED = [
  ...(['view', 'consent', 'nameWitness', 'saveSignatureImage', 'takeKeptMark', 'attach'] as const),
  ...(['detach', 'finish', 'approve', 'decline'] as const),
];

/** The calls of the page in a frame: pictures come as bytes, because an `img` shows no bearer, and acts are told. */
export function createEmbeddedApi({ session, post, onView, onEnded }: Parts): SigningApi {
  const { envelopeId } = session;
  const api = createSigningApi({ link: session.link, language: currentLanguage });
  const tell = createTeller(envelopeId, post);
  const shown = async (view: SigningView): Promise<SigningView> => {
    const { recipient } = view;
    const language = session.language ?? recipient.language;
    const adapted = { ...view, hosted: null, recipient: { ...recipient, language } } as SigningView;
    const pictured = await withPictures(adapted);
    tell(pictured);
    onView(pictured);
    return pictured;
  };
  const failed = (cause: unknown): never => {
    const { kind, message } = toSigningError(cause);
    if (kind === 'unknown') onEnded();
    else post({ type: 'error', code: kind.toUpperCase(), message });
    throw cause;
  };
  const viewed = VIEWED.map((name) => {
    const call = api[name] as (...values: unknown[]) => Promise<SigningView>;
    return [name, (...values: unknown[]) => call(...values).then(shown, failed)];
  });
  return {
    ...api,
    ...(Object.fromEntries(viewed) as Pick<SigningApi, (typeof VIEWED)[number]>),
    onProgress: ({ done, total }) => post({ type: 'progress', done, total }),
    reassign: async (successor) => {
      await api.reassign(successor);
      post({ type: 'closed', reason: 'reassigned' });
    },
  };
}

/** Says once what has become of the task. */
function createTeller(envelopeId: string, post: (event: FrameEvent) => void): (view: SigningView) => void {
  const said = new Set<string>();
  const once = (event: FrameEvent) => {
    if (said.has(event.type)) return;
    said.add(event.type);
    post(event);
  };
  let former: string | null = null;
  return ({ state, action, workflow }) => {
    const { status } = workflow;
    once({ type: 'opened', envelopeId });
    const hasActed = former !== null && former !== action.status;
    former = action.status;
    if (hasActed && action.status === 'signed') once({ type: 'signed', envelopeId, status });
    if (hasActed && action.status === 'approved') once({ type: 'approved', envelopeId, status });
    if (hasActed && action.status === 'declined') {
      const reason = action.comment === null ? {} : { reason: action.comment };
      once({ type: 'declined', envelopeId, ...reason });
    }
    if (state === 'completed') once({ type: 'sealed', envelopeId });
    if (state !== 'open') once({ type: 'closed', reason: reasonOf(state, action.status) });
  };
}

function reasonOf(state: Exclude<SigningView['state'], 'open'>, acted: string): ClosedReason {
  if (acted === 'signed' || acted === 'approved' || acted === 'declined') return acted;
  return state === 'done' ? 'completed' : state;
}

const pictures = new Map<string, Promise<string>>();

/** A picture that cannot be had is left to what stands for it: its address stays, and shows nothing. */
function pictureOf(url: string): Promise<string> {
  const cached = pictures.get(url);
  if (cached !== undefined) return cached;
  const loaded = fetch(url, { credentials: 'same-origin', headers: accessHeaders() }).then(async (answer) =>
    answer.ok ? URL.createObjectURL(await answer.blob()) : url,
  );
  pictures.set(url, loaded);
  loaded.catch(() => pictures.delete(url));
  return loaded.catch(() => url);
}

async function withPictures(view: SigningView): Promise<SigningView> {
  const { marks, documents, brand } = view;
  const [signature, initials, logoUrl, pages] = await Promise.all([
    marks.signature && pictureOf(marks.signature.url),
    marks.initials && pictureOf(marks.initials.url),
    brand?.logoUrl ? pictureOf(brand.logoUrl) : null,
    Promise.all(documents.map(({ firstPageUrl: url }) => (url === null ? null : pictureOf(url)))),
  ]);
  return {
    ...view,
    marks: {
      signature: marks.signature && { ...marks.signature, url: signature ?? '' },
      initials: marks.initials && { ...marks.initials, url: initials ?? '' },
    },
    documents: documents.map((each, at) => ({ ...each, firstPageUrl: pages[at] ?? null })),
    brand: brand && { ...brand, logoUrl },
  };
}

/**
 * A link to a file shows no bearer: its bytes are fetched, and saved under its name. Another page of ours opens in a
 * tab, since no frame may show it.
 */
export function leadLinks(root: HTMLElement, onFailed: (cause: unknown) => void): () => void {
  const onPress = (event: MouseEvent) => {
    const anchor = event.target instanceof Element ? event.target.closest('a') : null;
    if (anchor?.origin !== location.origin) return;
    if (!anchor.pathname.startsWith('/api/v1/signing/')) {
      if (!anchor.hash) anchor.target = '_blank';
      return;
    }
    event.preventDefault();
    save(anchor.href).catch(onFailed);
  };
  root.addEventListener('click', onPress);
  return () => root.removeEventListener('click', onPress);
}

async function save(address: string): Promise<void> {
  const answer = await sendTo(fetch.bind(globalThis), address, { method: 'GET' });
  const named = /filename\*=UTF-8''([^;]+)/i.exec(answer.headers.get('content-disposition') ?? '')?.[1];
  const anchor = document.createElement('a');
  const href = URL.createObjectURL(await answer.blob());
  Object.assign(anchor, { href, download: named === undefined ? '' : decodeURIComponent(named) });
  anchor.click();
  URL.revokeObjectURL(href);
}
