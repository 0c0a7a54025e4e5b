import { useRef, useState } from 'react';
import { useText } from '../text/start-text.ts';
import {
  canHoldKey,
  createOwnKey,
  type OwnKey,
  type OwnSignature,
  RefusedRequest,
} from './own-key/own-key.ts';
import type { MadePreview } from './preview-state.ts';
import { createShownFiles, type ShownFiles } from './shown-files.ts';
import type { Finish, SigningApi } from './signing-api.ts';
import { SigningError } from './signing-error.ts';
import type { SigningView } from './signing-view.ts';

interface OwnKeyParts {
  readonly api: SigningApi;
  readonly view: SigningView;
}

type Signatures = NonNullable<Finish['signatures']>;

export interface OwnKeySigning {
  /** Whether this browser can hold the key. */
  readonly isMissing: boolean;
  /** What the viewer draws, and what is signed. */
  readonly files: ShownFiles;
  /** Signs a preview that was drawn, by a key of this page. A retry of the last press sends the same signatures. */
  readonly sign: (preview: MadePreview) => Promise<Signatures>;
}

/** Signing with a key of this page; null at a level at which the page holds none. */
export function useOwnKey(parts: OwnKeyParts): OwnKeySigning | null {
  const t = useText('signing');
  const [files] = useState(createShownFiles);
  const refusal = t('ownKey.refused');
  const latest = useRef({ ...parts, files, refusal });
  latest.current = { ...parts, files, refusal };
  const keys = useRef(new Map<string, Promise<OwnKey>>());
  const made = useRef(new Map<string, Signatures>());
  const sign = async (preview: MadePreview): Promise<Signatures> => {
    const { previewId } = preview;
    const cached = made.current.get(previewId);
    if (cached) return cached;
    const key = keys.current.get(previewId) ?? createOwnKey();
    keys.current.set(previewId, key);
    const signed = await signPreview(await key, preview, latest.current).catch((error: unknown): never => {
      if (!(error instanceof RefusedRequest)) throw error;
      // It signs nothing any more.
      keys.current.delete(previewId);
      throw new SigningError('refused', latest.current.refusal, null);
    });
    const signatures = signed.map(({ documentId, value }) => ({ documentId, value: toBase64(value) }));
    made.current.set(previewId, signatures);
    return signatures;
  };
  const isOwn = parts.view.workflow.type === 'advanced' && !parts.api.isTrial;
  return isOwn ? { isMissing: !canHoldKey(), files, sign } : null;
}

async function signPreview(
  key: OwnKey,
  preview: MadePreview,
  { api, view, files }: OwnKeyParts & { readonly files: ShownFiles },
): Promise<OwnSignature[]> {
  const { previewId, contentHash, keyNonce, madeAt } = preview;
  const documents = await Promise.all(
    preview.documents.map(async (previewed) => {
      const document = view.documents.find(({ id }) => id === previewed.id);
      if (document === undefined) throw new SigningError('changed', '', null);
      return { documentId: previewed.id, ...(await files.load(document, previewed)) };
    }),
  );
  const proof = await key.prove(fromBase64(keyNonce ?? ''));
  const bound = await api.certify({
    previewId,
    publicKey: toBase64(key.publicKey),
    proof: toBase64(proof),
  });
  const request = {
    certificate: fromBase64(bound.certificate),
    documents: bound.documents.map(({ id, signedAttributes }) => {
      return { documentId: id, signedAttributes: fromBase64(signedAttributes) };
    }),
  };
  const { name, email } = view.recipient;
  const shown = { documents, name, email, madeAtMs: madeAt * 1000, nowMs: Date.now() };
  return key.sign(request, { ...shown, contentHash: fromHex(contentHash) });
}

function fromHex(text: string): Uint8Array {
  return Uint8Array.from(text.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
}

function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
