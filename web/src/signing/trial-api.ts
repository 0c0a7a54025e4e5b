import { type SigningApi, SigningError } from './signing-api.ts';
import type { Attachment, SigningView } from './signing-view.ts';

/** The page of a draft's recipient, tried by its sender. */
export interface Trial {
  readonly session: string;
  readonly roleId: number;
}

/** The trial in a page's path; null on the page of a recipient. */
export function trialIn(path: string): Trial | null {
  const [, session, roleId] = /^\/designing\/([^/]+)\/signers\/(\d+)$/.exec(path) ?? [];
  return session === undefined ? null : { session, roleId: Number(roleId) };
}

export type TrialEnd = 'finish' | 'approve' | 'decline' | 'reassign';

interface TrialParts {
  readonly trial: Trial;
  /** Called instead of sending what would end the page. */
  readonly onEnd: (end: TrialEnd) => void;
  readonly language: () => string;
  readonly fetcher?: typeof fetch;
}

/** Reads what the recipient would be shown; keeps every answer in this page, and sends nothing. */
export function createTrialApi(parts: TrialParts): SigningApi {
  const { trial, onEnd, language, fetcher = fetch.bind(globalThis) } = parts;
  let view: SigningView | null = null;
  const read = async (): Promise<SigningView> => {
    const path = `/api/v1/design/${encodeURIComponent(trial.session)}/signers/${trial.roleId}`;
    const headers = { Accept: 'application/json', 'Accept-Language': language() };
    const response = await fetcher(path, { headers, credentials: 'same-origin' }).catch((): never => {
      throw new SigningError('offline', '', null);
    });
    if (!response.ok) throw new SigningError(response.status >= 500 ? 'server' : 'unknown', '', null);
    return (await response.json()) as SigningView;
  };
  const keep = async (change: (view: SigningView) => Partial<SigningView>): Promise<SigningView> => {
    const before = view ?? (await read());
    view = { ...before, ...change(before) };
    return view;
  };
  const end = (how: TrialEnd) => {
    onEnd(how);
    return keep(() => ({}));
  };
  let images = 0;
  return {
    // The text of the consent comes in the language of the page; answers stay.
    view: async () => {
      const fresh = view === null || view.consent.language !== language() ? await read() : null;
      return keep((before) =>
        fresh === null ? {} : { consent: { ...fresh.consent, given: before.consent.given } },
      );
    },
    open: async () => undefined,
    consent: () => keep(({ consent }) => ({ consent: { ...consent, given: true } })),
    saveSignatureImage: (kind, { png }) => {
      images += 1;
      const image = { id: `trial-${images}`, url: `data:image/png;base64,${png}` };
      return keep(({ marks }) => ({ marks: { ...marks, [kind]: image } }));
    },
    attach: (fieldId, { file }) => {
      const { name, size } = file;
      const attachment = { fieldId, name, size, format: 'pdf' as const, url: URL.createObjectURL(file) };
      return keep(withAttachment(fieldId, attachment));
    },
    detach: (fieldId) => keep(withAttachment(fieldId, null)),
    putField: async (fieldId, value) => {
      await keep(({ fields }) => ({
        fields: fields.map((field) => (field.id === fieldId ? { ...field, value } : field)),
      }));
    },
    isTrial: true,
    preview: () => Promise.reject(new SigningError('refused', '', null)),
    certify: () => Promise.reject(new SigningError('refused', '', null)),
    finish: () => end('finish'),
    approve: () => end('approve'),
    decline: () => end('decline'),
    reassign: async () => onEnd('reassign'),
  };
}

function withAttachment(fieldId: number, attachment: Attachment | null) {
  return ({ fields, attachments }: SigningView): Partial<SigningView> => {
    const others = attachments.filter((each) => each.fieldId !== fieldId);
    const value = attachment?.name ?? null;
    return {
      attachments: attachment === null ? others : [...others, attachment],
      fields: fields.map((field) => (field.id === fieldId ? { ...field, value } : field)),
    };
  };
}
