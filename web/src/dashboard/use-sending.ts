import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { handleEndedSession } from '../api/ended-session.ts';
import { randomKey } from '../api/random-key.ts';
import { createEnvelope, createQuickEnvelope } from '../api/workflows-api.ts';
import { formOf, type SendDraft } from './send-state.ts';

type Sending = { isSending: boolean; sent: number; total: number; error: unknown };

type Destination = { workspaceId: number; isDraft: boolean };
/** `start` is when it is sent by itself; null for at once. */
export type MadeEnvelope = Destination & Pick<SendDraft, 'start'> & { id: string };

const AT_REST: Sending = { isSending: false, sent: 0, total: 0, error: null };

/** Sends a draft and reports upload progress. A retry of the same draft has the same idempotency key. */
export function useSending(onSent: (made: MadeEnvelope) => Promise<void>) {
  const client = useQueryClient();
  const [sending, setSending] = useState(AT_REST);
  const abort = useRef<AbortController | null>(null);
  const attempt = useRef<{ draft: SendDraft; isDraft: boolean; key: string; now: number } | null>(null);
  useEffect(() => () => abort.current?.abort(), []);

  const send = async (draft: SendDraft, { workspaceId, isDraft }: Destination) => {
    if (!isSameDraft(attempt.current?.draft, draft) || attempt.current?.isDraft !== isDraft) {
      attempt.current = { draft, isDraft, key: randomKey(), now: Math.floor(Date.now() / 1000) };
    }
    const { key, now } = attempt.current ?? { key: randomKey(), now: 0 };
    abort.current = new AbortController();
    setSending({ ...AT_REST, isSending: true, total: sizeOf(draft) });
    try {
      const create = isDraft || draft.start !== null ? createEnvelope : createQuickEnvelope;
      const { id } = await create({
        form: formOf(draft, now, workspaceId),
        idempotencyKey: key,
        signal: abort.current.signal,
        onProgress: (sent, total) => setSending((before) => ({ ...before, sent, total })),
      });
      await onSent({ id, workspaceId, isDraft, start: draft.start });
    } catch (error) {
      const wasStopped = error instanceof DOMException && error.name === 'AbortError';
      handleEndedSession(client, error);
      setSending({ ...AT_REST, error: wasStopped ? null : error });
    }
  };
  return { ...sending, send, stop: () => abort.current?.abort() };
}

function sizeOf({ files, annexes }: SendDraft): number {
  return [...files, ...annexes].reduce((sum, { size }) => sum + size, 0);
}

function isSameDraft(before: SendDraft | undefined, draft: SendDraft): boolean {
  return (
    before !== undefined &&
    before.files === draft.files &&
    before.annexes === draft.annexes &&
    before.name === draft.name &&
    before.type === draft.type &&
    before.message === draft.message &&
    before.steps === draft.steps &&
    before.deadline === draft.deadline &&
    before.start === draft.start &&
    before.mayReassign === draft.mayReassign &&
    before.reminders === draft.reminders &&
    before.followers === draft.followers
  );
}
