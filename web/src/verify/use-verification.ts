import { useEffect, useRef, useState } from 'react';
import { verifyDocument } from '../api/verify-api.ts';
import type { Verification } from '../api/wire.ts';

export type VerificationState =
  | { phase: 'idle' }
  | { phase: 'sending'; name: string; sent: number; total: number }
  | { phase: 'done'; name: string; report: Verification }
  | { phase: 'failed'; name: string; error: unknown };

/** Verifies one file at a time; a newer one cancels the previous upload. */
export function useVerification() {
  const [state, setState] = useState<VerificationState>({ phase: 'idle' });
  const abort = useRef<AbortController | null>(null);
  useEffect(() => () => abort.current?.abort(), []);

  const start = async (file: File) => {
    abort.current?.abort();
    const controller = new AbortController();
    abort.current = controller;
    const { name } = file;
    setState({ phase: 'sending', name, sent: 0, total: file.size });
    try {
      const report = await verifyDocument(file, {
        signal: controller.signal,
        onProgress: (sent, total) => {
          if (!controller.signal.aborted) setState({ phase: 'sending', name, sent, total });
        },
      });
      setState({ phase: 'done', name, report });
    } catch (error) {
      if (!controller.signal.aborted) setState({ phase: 'failed', name, error });
    }
  };
  const reset = () => {
    abort.current?.abort();
    setState({ phase: 'idle' });
  };
  return { state, start, reset };
}
