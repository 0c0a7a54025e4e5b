import { buildDocument } from './documents.ts';
import { createCall, envelopeForm } from './envelope-calls.ts';
import { send } from './load.ts';
import { openSigner } from './signer.ts';
import type { Target } from './target-process.ts';

const DOCUMENT = buildDocument({ pages: 3, bytes: 50_000 });

/** The form of an envelope of 50 KB with one signer, of which a receiver is told. */
export function lifeForm(url: string): Buffer {
  return envelopeForm(DOCUMENT, {
    'preferences[0][name]': 'WorkflowNotificationCallbackUrlPreference',
    'preferences[0][value]': url,
  });
}

export interface Life {
  envelopeId: string;
  /** When the last press was answered, by the clock that server and receiver share. */
  pressedMs: number;
  toldMs: number;
}

interface Plan {
  form: Buffer;
  index: number;
  /** When the notification of the end arrives; called before the press. */
  told(): Promise<number>;
}

/** A whole life of an envelope: created, signed, sealed, notified. */
export async function liveOnce(target: Target, { form, index, told }: Plan): Promise<Life> {
  const answer = await send(createCall(target, form, index), { port: target.port });
  const { id: envelopeId } = JSON.parse(answer.toString()) as { id: string };
  const signer = await openSigner(target, { envelopeId, email: 'grace@example.com' });
  await signer.fill();
  const end = told();
  await signer.press();
  const pressedMs = Date.now();
  return { envelopeId, pressedMs, toldMs: (await end) - pressedMs };
}
