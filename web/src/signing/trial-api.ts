import { attachmentValue, listExcludedRadios } from '@paraph/domain';
import { deviceTimeZone, jsonRequest, type SigningApi, sendTo } from './signing-api.ts';
import { SigningError } from './signing-error.ts';
import type { Attachment, SigningPreview, SigningView } from './signing-view.ts';

/** The page of a recipient, tried by the sender: of a draft, or of the first row of a table. */
export interface Trial {
  /** The path of its calls. */
  readonly base: string;
  /** The page that it was opened from. */
  readonly back: string;
  /** A table has no draft yet into which answers could be drawn. */
  readonly isOfTable: boolean;
}

/** The trial in a page's path; null on the page of a recipient. */
export function trialIn(path: string): Trial | null {
  const [, session, roleId] = /^\/designing\/([^/]+)\/signers\/(\d+)$/.exec(path) ?? [];
  if (session !== undefined) {
    const designer = encodeURIComponent(session);
    const base = `/api/v1/design/${designer}/signers/${roleId}`;
    return { base, back: `/designing/${designer}`, isOfTable: false };
  }
  const [, space, template, bulk] = /^\/previewing\/templates\/(\d+)\/(\d+)\/bulk\/(\d+)$/.exec(path) ?? [];
  if (bulk === undefined) return null;
  const base = `/api/v1/workspaces/${space}/templates/${template}/bulk/${bulk}/preview`;
  return { base, back: `/templates/${space}/${template}/bulk/${bulk}`, isOfTable: true };
}

export type TrialEnd = 'finish' | 'approve' | 'decline' | 'reassign';

interface TrialParts {
  readonly trial: Trial;
  /** Called instead of sending what would end the page. */
  readonly onEnd: (end: TrialEnd) => void;
  readonly language: () => string;
  readonly fetcher?: typeof fetch;
}

type Send = (path: string, init: RequestInit) => Promise<Response>;

function senderOf({ base }: Trial, fetcher: typeof fetch): Send {
  return (path, init) => sendTo(fetcher, base + path, init);
}

/** The answers are sent to be drawn into the documents, which the server does not keep. */
function createPreview(send: Send, { isOfTable }: Trial): (view: SigningView) => Promise<SigningPreview> {
  let previews = 0;
  return async ({ fields, documents, marks }) => {
    previews += 1;
    const number = previews;
    const answers = fields.map(({ id, value }) => ({ fieldId: id, value }));
    const [signature, initials] = [marks.signature, marks.initials].map(
      (image) => image?.url.split(',')[1] ?? null,
    );
    const request = jsonRequest('POST', { answers, signature, initials, timeZone: deviceTimeZone() });
    const drawn = documents.map(async ({ id, url, size }) => {
      if (isOfTable) return { id, size, url };
      const answer = await send(`/documents/${id}/preview`, request);
      const bytes = new Uint8Array(await answer.arrayBuffer());
      return { id, size: bytes.length, url: `${url}#preview-${number}`, load: async () => bytes };
    });
    return {
      previewId: `trial-${number}`,
      madeAt: Math.floor(Date.now() / 1000),
      contentHash: JSON.stringify([answers, marks.signature?.id, marks.initials?.id]),
      keyNonce: null,
      documents: await Promise.all(drawn),
    };
  };
}

/** Reads what the recipient would be shown, and keeps every answer in this page. */
export function createTrialApi(parts: TrialParts): SigningApi {
  const { trial, onEnd, language, fetcher = fetch.bind(globalThis) } = parts;
  let view: SigningView | null = null;
  const send = senderOf(trial, fetcher);
  const preview = createPreview(send, trial);
  const read = async (): Promise<SigningView> => {
    const request = jsonRequest('GET', undefined, { 'Accept-Language': language() });
    return (await (await send('', request)).json()) as SigningView;
  };
  const changeView = async (change: (view: SigningView) => Partial<SigningView>): Promise<SigningView> => {
    const before = view ?? (await read());
    view = { ...before, ...change(before) };
    return view;
  };
  const end = (how: TrialEnd) => {
    onEnd(how);
    return changeView(() => ({}));
  };
  let images = 0;
  return {
    // The text of the consent comes in the language of the page; answers stay.
    view: async () => {
      const fresh = view === null || view.consent.language !== language() ? await read() : null;
      return changeView((before) =>
        fresh === null ? {} : { consent: { ...fresh.consent, given: before.consent.given } },
      );
    },
    open: async () => undefined,
    nameWitness: (named) => changeView(withWitness(named)),
    consent: () => changeView(({ consent }) => ({ consent: { ...consent, given: true } })),
    saveSignatureImage: (kind, { png, ...made }) => {
      images += 1;
      const image = { id: `trial-${images}`, url: `data:image/png;base64,${png}`, ...made };
      return changeView(({ marks }) => ({ marks: { ...marks, [kind]: image } }));
    },
    // The sender is not the recipient: nothing kept is theirs to try.
    keptMarks: async () => ({ signature: null, initials: null, hasAccount: false }),
    takeKeptMark: () => changeView(() => ({})),
    attach: async (fieldId, { file }) => {
      const { name, size } = file;
      const attachment = { fieldId, name, size, format: 'pdf' as const, url: URL.createObjectURL(file) };
      const sha256 = await hashOf(file);
      const value = sha256 === null ? name : attachmentValue({ name, sha256 });
      return changeView(withAttachment(fieldId, { attachment, value }));
    },
    detach: (fieldId) => changeView(withAttachment(fieldId, null)),
    putField: async (fieldId, value) => {
      await changeView(({ fields }) => {
        const answered = fields.find(({ id }) => id === fieldId);
        const excluded = answered && value !== null ? listExcludedRadios(fields, answered) : [];
        const cleared = new Set(excluded.map(({ id }) => id));
        const answerAt = ({ id, value: current }: SigningView['fields'][number]) =>
          id === fieldId ? value : cleared.has(id) ? null : current;
        return { fields: fields.map((field) => ({ ...field, value: answerAt(field) })) };
      });
    },
    isTrial: true,
    preview: async () => preview(await changeView(() => ({}))),
    identify: () => Promise.reject(new SigningError('refused', '', null)),
    passkeys: () => Promise.reject(new SigningError('refused', '', null)),
    certify: () => Promise.reject(new SigningError('refused', '', null)),
    finish: () => end('finish'),
    approve: () => end('approve'),
    decline: () => end('decline'),
    reassign: async () => onEnd('reassign'),
  };
}

/** In hexadecimal; null where the browser computes none, because the page came without TLS. */
async function hashOf(file: File): Promise<string | null> {
  const { subtle } = crypto as Partial<Crypto>;
  if (subtle === undefined) return null;
  const digest = new Uint8Array(await subtle.digest('SHA-256', await file.arrayBuffer()));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function withWitness(named: { name: string; email: string }) {
  return ({ witness }: SigningView): Partial<SigningView> => {
    const own = witness.own.map((each) => (each.asked ? { ...each, ...named, named: true } : each));
    return { witness: { ...witness, own } };
  };
}

function withAttachment(fieldId: number, added: { attachment: Attachment; value: string } | null) {
  return ({ fields, attachments }: SigningView): Partial<SigningView> => {
    const otherAttachments = attachments.filter((each) => each.fieldId !== fieldId);
    const value = added?.value ?? null;
    return {
      attachments: added === null ? otherAttachments : [...otherAttachments, added.attachment],
      fields: fields.map((field) => (field.id === fieldId ? { ...field, value } : field)),
    };
  };
}
