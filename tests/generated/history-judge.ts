import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { verifyChain } from '../../server/src/audit/verify-chain.ts';
import { sha256 } from '../../server/src/platform/ids.ts';
import { run } from '../conformance/pdf-validators.ts';
import { readEvents } from '../support/api-case.ts';
import type { Envelope } from '../support/quick-sender.ts';
import { sendJson } from './callers.ts';
import type { History } from './history.ts';
import type { Part, Press } from './history-people.ts';
import type { HistoryWorld } from './history-world.ts';

interface RevisionRow {
  number: number;
  kind: string;
  actionId: number | null;
  bytes: Buffer;
  size: number;
  sha256: Buffer;
}

interface DocumentRow {
  id: number;
  original: Buffer;
  /** Which has the fields. */
  isLast: boolean;
  revisions: RevisionRow[];
}

const folder = mkdtempSync(join(tmpdir(), 'paraph-histories-'));
process.on('exit', () => rmSync(folder, { recursive: true }));

/** An action that was done, and the press that did it. */
interface Done {
  actionId: number;
  part: Part;
  /** All that may have done it: the acknowledged one, or those whose response was lost. */
  presses: readonly Press[];
}

/** Throws unless the file holds what was acknowledged, once, and nothing else. Answers the status it ended with. */
export async function judge(world: HistoryWorld, history: History): Promise<string> {
  const { database } = world.instance.deps;
  const workflow = await database
    .selectFrom('workflows')
    .select(['status'])
    .where('id', '=', history.workflowId)
    .executeTakeFirst();
  if (!workflow) return 'gone';
  const done = await listDone(world, history);
  for (const document of await listDocuments(world, history)) {
    checkChain(document, done);
    await checkFile(world, { history, document, done, status: workflow.status });
  }
  await checkEvents(world, history, done);
  const { deps } = world.instance;
  expect(await verifyChain(deps.database, deps, history.workflowId)).toMatchObject({ intact: true });
  return workflow.status;
}

/** The actions that were done according to the service, compared with the responses that people saw. */
async function listDone({ instance }: HistoryWorld, { workflowId, parts }: History): Promise<Done[]> {
  const rows = await instance.deps.database
    .selectFrom('actions')
    .select(['id', 'status', 'recipient_id as recipientId'])
    .where('workflow_id', '=', workflowId)
    .execute();
  return parts.flatMap((part): Done[] => {
    const row = rows.find(({ recipientId }) => recipientId === part.recipientId);
    const acknowledged = part.presses.filter(({ status }) => status === 200);
    const lost = part.presses.filter(({ status }) => status >= 500);
    const isDone = row?.status === 'signed' || row?.status === 'approved';
    expect(acknowledged.length, 'acknowledged presses of one person').toBeLessThanOrEqual(1);
    if (acknowledged.length === 1) expect(isDone, 'an acknowledged press was lost').toBe(true);
    if (!isDone) return [];
    const presses = acknowledged.length === 1 ? acknowledged : lost;
    expect(presses.length, 'an action was done that was not confirmed').toBeGreaterThan(0);
    return [{ actionId: row.id, part, presses }];
  });
}

async function listDocuments({ instance }: HistoryWorld, { workflowId, originals }: History) {
  const { database } = instance.deps;
  const documents = await database
    .selectFrom('documents')
    .select('id')
    .where('workflow_id', '=', workflowId)
    .orderBy('position')
    .execute();
  const rows = await database
    .selectFrom('revisions')
    .select([
      'document_id as documentId',
      'number',
      'kind',
      'action_id as actionId',
      'bytes',
      'size',
      'sha256',
    ])
    .where(
      'document_id',
      'in',
      documents.map(({ id }) => id),
    )
    .orderBy('number')
    .$narrowType<{ bytes: Buffer }>()
    .execute();
  return documents.map(({ id }, index): DocumentRow => {
    const revisions = rows.filter(({ documentId }) => documentId === id);
    const isLast = index === documents.length - 1;
    return { id, original: originals[index] ?? Buffer.alloc(0), isLast, revisions };
  });
}

/** Numbers without gaps, each hash that of original and updates so far, and each signature in one revision. */
function checkChain({ original, revisions }: DocumentRow, done: readonly Done[]): void {
  let file = original;
  for (const [index, revision] of revisions.entries()) {
    file = Buffer.concat([file, revision.bytes]);
    expect([revision.number, revision.size]).toEqual([index, file.length]);
    expect(revision.sha256.equals(sha256(file)), `hash of revision ${index}`).toBe(true);
    expect(revision.kind).toBe(index === 0 ? 'fields' : 'signature');
  }
  const signed = done.filter(({ part }) => part.type === 'sign').map(({ actionId }) => actionId);
  expect(actionsOf(revisions).sort()).toEqual(signed.sort());
}

function actionsOf(revisions: readonly RevisionRow[]): number[] {
  return revisions.slice(1).flatMap(({ actionId }) => (actionId === null ? [] : [actionId]));
}

interface Judged {
  history: History;
  document: DocumentRow;
  done: readonly Done[];
  status: string;
}

async function checkFile(world: HistoryWorld, { history, document, done, status }: Judged): Promise<void> {
  const { original, revisions } = document;
  const file = await download(world, history, document);
  const stored = Buffer.concat([original, ...revisions.map(({ bytes }) => bytes)]);
  const isSealed = status === 'signed';
  expect(file.subarray(0, stored.length).equals(stored), 'the file begins with its revisions').toBe(true);
  expect(file.length > stored.length, 'the file has archival revisions').toBe(isSealed);
  const pressed = revisions.slice(1).map((revision) => findPress(document, { revision, file, done }));
  expect(readAnswers(file)).toEqual(
    document.isLast ? pressed.flatMap(({ shown }) => [...shown.answers.values()]).sort() : [],
  );
  const { signatures, timestamps } = world.evaluate(file);
  const signers = pressed.map(({ holder }) => holder);
  const isOnlyReviewed = isSealed && signers.length === 0;
  const expected = isOnlyReviewed ? [expect.any(String)] : signers;
  expect(signatures.map(({ signerName }) => signerName)).toEqual(expected);
  for (const { integrity, certificate, sinceSigning, changesAfter, level } of signatures) {
    expect([integrity.ok, certificate.ok, level]).toEqual([true, true, isSealed ? 'B-LTA' : 'B-T']);
    expect(['unchanged', 'allowed-changes']).toContain(sinceSigning);
    expect(changesAfter.every(({ allowed }) => allowed)).toBe(true);
  }
  expect(timestamps.map(({ ok }) => ok)).toEqual(isSealed ? [true] : []);
}

/** The press of which the revision is what its person was shown, but for the value of the signature. */
function findPress(
  { id }: DocumentRow,
  { revision, file, done }: { revision: RevisionRow; file: Buffer; done: readonly Done[] },
): Press {
  const { actionId, size, bytes } = revision;
  const start = size - bytes.length;
  const kept = withoutSignature(file.subarray(0, size), start);
  const press = done
    .find((each) => each.actionId === actionId)
    ?.presses.find(({ shown }) => {
      const seen = shown.files.get(id);
      return seen !== undefined && withoutSignature(seen, start).equals(kept);
    });
  if (!press) throw new Error(`revision ${revision.number} is not what its person was shown`);
  return press;
}

function withoutSignature(file: Buffer, start: number): Buffer {
  const update = file.toString('latin1', start).replace(/\/Contents <[0-9a-f]+>/g, '/Contents <>');
  return Buffer.concat([file.subarray(0, start), Buffer.from(update, 'latin1')]);
}

/** The values of texts and ticked boxes, as qpdf reads them. */
function readAnswers(file: Buffer): string[] {
  const path = join(folder, 'file.pdf');
  writeFileSync(path, file);
  const { text } = run('qpdf', ['--json=2', '--json-key=acroform', path]);
  const { acroform } = JSON.parse(text) as {
    acroform: { fields: { fieldtype: string; value: unknown }[] };
  };
  return acroform.fields
    .flatMap(({ fieldtype, value }) => {
      if (fieldtype === '/Tx') return typeof value === 'string' && value !== 'u:' ? [value.slice(2)] : [];
      return fieldtype === '/Btn' && value === '/Yes' ? ['1'] : [];
    })
    .sort();
}

async function download(world: HistoryWorld, { envelopeId }: History, { id }: DocumentRow): Promise<Buffer> {
  const { instance, sender } = world;
  const read = await sendJson(instance, sender, ['GET', `/api/v1/envelopes/${envelopeId}`]);
  const { documents } = read.json() as Envelope;
  const url = new URL(documents.find((document) => document.id === id)?.file.file ?? '');
  const answer = await sendJson(instance, sender, ['GET', url.pathname + url.search]);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.rawPayload;
}

/** One event for each action; that of a reviewer names the files that they were shown. */
async function checkEvents(
  world: HistoryWorld,
  { workflowId }: History,
  done: readonly Done[],
): Promise<void> {
  const ofActions = new Set(['action.signed', 'action.approved']);
  const events = (await readEvents(world.instance, workflowId)).filter(({ name }) => ofActions.has(name));
  expect(events).toHaveLength(done.length);
  const approved = events
    .filter(({ name }) => name === 'action.approved')
    .map(({ detail }) => JSON.stringify(detail.documents));
  const shown = done
    .filter(({ part }) => part.type === 'review')
    .map(({ presses }) =>
      JSON.stringify(
        [...(presses[0]?.shown.files ?? [])].map(([id, bytes]) => ({
          id,
          sha256: sha256(bytes).toString('hex'),
        })),
      ),
    );
  expect(approved.sort()).toEqual(shown.sort());
}
