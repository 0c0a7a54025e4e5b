import { encodePng } from '../intake/src/reading/encode-png.ts';
import { type Call, exchange, send } from './load.ts';
import type { Target } from './target-process.ts';

/** As a browser asks by HTTP without TLS. */
const HEADERS = {
  'accept-encoding': 'gzip, deflate',
  'sec-fetch-site': 'same-origin',
  'content-type': 'application/json',
};
const INTENT = { button: 'Finish', language: 'en', timeZone: 'Europe/Paris' };

interface View {
  consent: object;
  marks: { signature: { id: string } | null };
  documents: { url: string }[];
  fields: { id: number; type: string }[];
  shownHash: string;
}

/** A recipient at work, who asks what the signing page asks. */
export interface Signer {
  /** Reads the document, consents, draws a signature and applies it. */
  fill(): Promise<void>;
  /** Fetches what will be signed, as the check before the last press does. */
  look(): Promise<void>;
  /** The check and the last press. */
  press(): Promise<void>;
}

export async function openSigner(
  target: Target,
  { envelopeId, email }: { envelopeId: string; email: string },
): Promise<Signer> {
  const link = await target.ask<string>({ kind: 'signing-link', envelopeId, email });
  const { port } = target;
  const arrival = await exchange({ method: 'GET', path: new URL(link).pathname, headers: {} }, { port });
  const cookie = (arrival.headers['set-cookie'] ?? []).map((line) => line.split(';')[0]).join('; ');
  const base = `/api/v1/signing/${arrival.headers.location?.split('/').pop()}`;
  const headers = { ...HEADERS, cookie };
  const ask = (method: Call['method'], path: string, body?: object): Promise<Buffer> =>
    send({ method, path, headers, ...(body ? { body: Buffer.from(JSON.stringify(body)) } : {}) }, { port });
  const call = async <Answer>(method: Call['method'], suffix: string, body?: object): Promise<Answer> =>
    JSON.parse((await ask(method, base + suffix, body)).toString()) as Answer;
  let shownHash = '';
  const fill = async () => {
    const { consent, documents } = await call<View>('GET', '');
    for (const { url } of documents) await ask('GET', url);
    await ask('POST', `${base}/open`, {});
    await ask('POST', `${base}/consent`, { ...consent, timeZone: INTENT.timeZone });
    const view = await call<View>('PUT', '/marks/signature', { method: 'draw', png: DRAWN });
    for (const { id } of view.fields.filter(({ type }) => type === 'signature')) {
      await ask('PUT', `${base}/fields/${id}`, { value: view.marks.signature?.id });
    }
    ({ shownHash } = view);
  };
  interface Preview {
    previewId: string;
    documents: { url: string }[];
  }
  const check = () => call<Preview>('POST', '/preview', { shownHash, timeZone: INTENT.timeZone });
  return {
    fill,
    press: async () => {
      const named = target.hasCheck ? { previewId: (await check()).previewId } : { shownHash };
      await ask('POST', `${base}/finish`, { ...named, intent: INTENT });
    },
    look: async () => {
      if (!target.hasCheck) return;
      for (const { url } of (await check()).documents) await ask('GET', url);
    },
  };
}

/** Made once: the load shares the cores with what is measured. */
const DRAWN = drawnSignature({ width: 240, height: 80 });

function drawnSignature({ width, height }: { width: number; height: number }): string {
  const rgba = new Uint8Array(width * height * 4);
  for (let x = 10; x < width - 10; x += 1) rgba.set([20, 33, 61, 255], (40 * width + x) * 4);
  return encodePng({ width, height, rgba }).toString('base64');
}
