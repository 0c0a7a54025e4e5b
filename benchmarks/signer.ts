import { encodePng } from '../server/src/platform/png.ts';
import type { Target } from './target-process.ts';

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
  const origin = `http://localhost:${target.port}`;
  const arrival = await fetch(origin + new URL(link).pathname, { redirect: 'manual' });
  const cookie = arrival.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const base = `/api/v1/signing/${arrival.headers.get('location')?.split('/').pop()}`;
  const send = async (method: string, path: string, body?: object): Promise<Buffer> => {
    const answer = await fetch(origin + path, {
      method,
      headers: { cookie, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    if (!answer.ok) throw new Error(`${method} ${path} was answered ${answer.status}: ${bytes}`);
    return bytes;
  };
  const call = async <Answer>(method: string, suffix: string, body?: object): Promise<Answer> => {
    const text = (await send(method, base + suffix, body)).toString();
    return (text === '' ? null : JSON.parse(text)) as Answer;
  };
  let shownHash = '';
  const fill = async () => {
    const { consent, documents } = await call<View>('GET', '');
    for (const { url } of documents) await send('GET', url);
    await call('POST', '/open', {});
    await call('POST', '/consent', { ...consent, timeZone: INTENT.timeZone });
    const view = await call<View>('PUT', '/marks/signature', { method: 'draw', png: DRAWN });
    for (const { id } of view.fields.filter(({ type }) => type === 'signature')) {
      await call('PUT', `/fields/${id}`, { value: view.marks.signature?.id });
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
      await call('POST', '/finish', { ...named, intent: INTENT });
    },
    look: async () => {
      if (!target.hasCheck) return;
      for (const { url } of (await check()).documents) await send('GET', url);
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
