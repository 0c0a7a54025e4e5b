import type { LogProofReport } from '@paraph/pades';
import type { Instance, Result } from '../instance.ts';
import { momentIn, type Say } from '../words/say.ts';
import { answer, foreign, h, type Tone } from './dom.ts';
import { runWorker } from './run-worker.ts';

/** Records have some ten thousand bytes. */
const RECORD_BYTES_MAX = 16 * 1024 * 1024;

interface About {
  readonly instance: Instance;
  readonly script: string;
  /** The record that the page has, empty without one. */
  readonly record: string;
  /** Told of each record that is read: it also says what witnesses have seen of a file. */
  readonly onRecord: (record: string) => void;
}

export interface LogPanel {
  readonly panel: HTMLElement;
  /** Takes a record, or the file of a checkpoint. */
  readonly read: (file: File | undefined) => Promise<void>;
}

/** Checks the proofs of a record against the checkpoint that the reader kept; asks no network. */
export function showLog(say: Say, about: About): LogPanel {
  const checkpointField = h('textarea', {
    id: 'kept',
    rows: '4',
    dir: 'ltr',
    spellcheck: 'false',
  }) as HTMLTextAreaElement;
  const accept = 'application/json,.json';
  const input = h('input', { type: 'file', id: 'record', accept }) as HTMLInputElement;
  const results = h('div', { role: 'status' });
  let { record } = about;
  let latest: Promise<unknown> | null = null;
  const check = async () => {
    if (record === '') return;
    const { instance, script } = about;
    const { logKey, witnesses } = instance;
    const asked = runWorker(script, { record, retained: checkpointField.value, logKey, witnesses }).result;
    latest = asked;
    const result = await asked;
    // Each key that is pressed asks anew, and an earlier answer may come last.
    if (asked === latest) results.replaceChildren(...showResult(say, result, instance.host));
  };
  const read = async (file: File | undefined) => {
    if (!file || file.size > RECORD_BYTES_MAX) return;
    const text = await file.text();
    if (text.trimStart().startsWith('{')) record = text;
    else checkpointField.value = text;
    await check();
    about.onRecord(record);
  };
  input.addEventListener('change', () => void read(input.files?.[0]));
  checkpointField.addEventListener('input', () => void check());
  const panel = h(
    'details',
    { class: 'panel', ...(record === '' ? {} : { open: '' }) },
    h('summary', {}, say('log')),
    h('p', {}, say('log_lead')),
    h('p', {}, h('label', { for: 'record' }, say('log_record')), input),
    h('p', {}, h('label', { for: 'kept' }, say('log_kept')), checkpointField),
    results,
  );
  panel.addEventListener('drop', (event) => {
    event.preventDefault();
    // Elsewhere on the page a document is dropped.
    event.stopPropagation();
    void read(event.dataTransfer?.files[0]);
  });
  void check();
  return { panel, read };
}

function showResult(say: Say, result: Result | 'failed' | 'stopped', host: string): HTMLElement[] {
  if (typeof result === 'string') return [h('p', {}, say('failed'))];
  if (result.kind === 'refused')
    return [answer('waiting', say('log_unreadable'), h('p', { lang: 'en', dir: 'ltr' }, result.reason))];
  if (result.kind !== 'log') throw new Error('a record has no signatures');
  const list = result.proofs.map((each) => showProof(say, each, host));
  return [
    result.proofs.length === 0 ? answer('waiting', say('log_none')) : h('ol', {}, list),
    h('pre', { id: 'log-json', hidden: '' }, JSON.stringify(result.proofs)),
  ];
}

function showProof(say: Say, proof: LogProofReport, host: string): HTMLElement {
  const { sha256, addedAt, index, size, retained } = proof;
  const { tone, key } = sayProof(proof);
  const where = { url: `https://${host}/log/proof/${sha256}/${retained?.size ?? size}` };
  return h(
    'li',
    {},
    answer(tone, say(key, where)),
    addedAt === null
      ? null
      : h('p', {}, say('log_leaf', { index, size, time: momentIn(say, Date.parse(addedAt) / 1000) })),
    ...proof.witnesses.map(({ name, seenAt }) =>
      h('p', {}, say('log_seen', { name, time: momentIn(say, Date.parse(seenAt) / 1000) })),
    ),
    h('p', { class: 'mono', dir: 'ltr' }, foreign(sha256 ?? '')),
  );
}

function sayProof({ isIncluded, isSigned, retained }: LogProofReport): { tone: Tone; key: string } {
  if (!isIncluded) return { tone: 'stopped', key: 'log_outside' };
  if (isSigned !== true) return { tone: 'stopped', key: 'log_unsigned' };
  if (retained === null) return { tone: 'done', key: 'log_included' };
  const tones = {
    same: 'done',
    different: 'stopped',
    'other-size': 'waiting',
    'other-log': 'waiting',
  } as const;
  return { tone: tones[retained.outcome], key: `log_${retained.outcome}` };
}
