import { cookieOf } from '../../tests/support/account-client.ts';
import { readOk } from '../../tests/support/app-client.ts';
import { visitProvider } from './visit-provider.ts';

interface View {
  /** Of a preview only. */
  previewId?: string;
  state: string;
  consent: { version: string; language: string };
  fields: { id: number; type: string; page: number; value: string | null }[];
  marks: { signature: { id: string } | null };
  shownHash: string;
}

/** Actions of a recipient who followed the link of the mail; authenticated by the cookie of the link. */
export interface RecipientActions {
  sign(mark: string): Promise<{ fields: number }>;
  approve(comment: string): Promise<void>;
  /** At the level qualified: with a key at the sandbox provider, by its pages. */
  signQualified(mark: string, name: string): Promise<void>;
}

/** Performs the HTTP requests of the signing page. */
export async function followLink(link: string): Promise<RecipientActions> {
  const arrival = await fetch(link, { redirect: 'manual' });
  const clean = new URL(arrival.headers.get('location') ?? '', link);
  const cookie = cookieOf(arrival);
  const base = `${clean.origin}/api/v1/signing/${clean.pathname.split('/').pop()}`;
  const call = async (method: 'GET' | 'POST' | 'PUT', path = '', body?: object) => {
    const answer = await fetch(base + path, {
      method,
      headers: { cookie, origin: clean.origin, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return (await readOk(answer)) as View;
  };
  const start = async () => {
    const view = await call('GET');
    if (view.state !== 'open')
      throw new Error(`The document is ${view.state}, so it cannot be signed or reviewed.`);
    await call('POST', '/open', {});
    return view;
  };
  const answerAll = async (png: string) => {
    const { version, language } = (await start()).consent;
    await call('POST', '/consent', { version, language, timeZone: 'Europe/Paris' });
    const mark = { method: 'draw', text: null, font: null, png };
    const { marks, fields, shownHash } = await call('PUT', '/marks/signature', mark);
    const own = fields.filter(({ type }) => type === 'signature');
    for (const { id } of own) await call('PUT', `/fields/${id}`, { value: marks.signature?.id ?? null });
    const { previewId = '' } = await call('POST', '/preview', { shownHash, timeZone: 'Europe/Paris' });
    return { fields: own.length, previewId };
  };
  return {
    sign: async (png) => {
      const { fields, previewId } = await answerAll(png);
      await call('POST', '/finish', { previewId });
      return { fields };
    },
    signQualified: async (png, name) => {
      const { previewId } = await answerAll(png);
      await visitProvider({ base, cookie, origin: clean.origin }, { previewId, name });
    },
    approve: async (comment) => {
      const { shownHash } = await start();
      await call('POST', '/approve', { shownHash, comment });
    },
  };
}
