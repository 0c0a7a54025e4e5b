import { drawnSignature, followLink, INTENT, linkOf, type SigningView } from '../support/signer.ts';
import type { HistoryWorld } from './history-world.ts';

/** What a person was shown before the last press: the whole file of each document, and what they had answered. */
export interface Shown {
  files: ReadonlyMap<number, Buffer>;
  answers: ReadonlyMap<number, string | null>;
}

/** A press on Finish or Approve, with the status of its response; 0 while it is under way. */
export interface Press {
  holder: string;
  /** Names the preview. */
  id: string;
  shown: Shown;
  status: number;
}

/** Someone's part in a history. Who is reassigned loses it to another holder. */
export interface Part {
  type: 'sign' | 'review';
  recipientId: number;
  holder: { name: string; email: string };
  /** Answers without gaps, so that each is different. */
  typed: number;
  /** Of the present holder, as the service acknowledged them: by field. */
  answers: Map<number, string | null>;
  previews: { id: string; shown: Shown }[];
  tabs: Tab[];
  presses: Press[];
}

export type Tab = Awaited<ReturnType<typeof followLink>>;

const FILLS = new Map<string, (part: Part) => string>([
  ['text', ({ holder, typed }) => `${holder.email} ${typed}`],
  ['checkbox', () => '1'],
]);

/** A browser of the present holder, which keeps its link. */
export async function openTab(world: HistoryWorld, workflowId: number, part: Part): Promise<Tab> {
  const { recipientId } = part;
  const tab = await followLink(
    world.instance,
    await linkOf(world.instance.deps, { workflowId, recipientId }),
  );
  part.tabs.push(tab);
  return tab;
}

/** Consents, draws and answers, where that is missing. */
export async function makeReady(part: Part, tab: Tab): Promise<void> {
  const view = (await tab.view()) as Partial<SigningView>;
  if (view.state !== 'open') return;
  if (!view.consent?.given) {
    await tab.call('POST', '/open', {});
    await tab.call('POST', '/consent', { ...view.consent, timeZone: INTENT.timeZone });
  }
  if (!view.marks?.signature) await tab.call('PUT', '/marks/signature', { method: 'draw', png: picture(0) });
  const { marks, fields = [] } = (await tab.view()) as Partial<SigningView>;
  for (const { id, type, value } of fields) {
    if (type === 'signature' && value === null)
      await tab.call('PUT', `/fields/${id}`, { value: marks?.signature?.id });
    if (FILLS.has(type) && (part.answers.get(id) ?? null) === null) await answer(part, tab, id, type);
  }
}

function picture(which: number): string {
  return drawnSignature({ width: 60 + 2 * which, height: 30 });
}

async function answer(part: Part, tab: Tab, id: number, type: string): Promise<number> {
  // Of the present holder: while the call is under way the part may be given to another.
  const { answers } = part;
  part.typed += 1;
  const value = FILLS.get(type)?.(part) ?? null;
  const { statusCode } = await tab.call('PUT', `/fields/${id}`, { value });
  if (statusCode === 200) answers.set(id, value);
  return statusCode;
}

/** Another text in the first field of this tab; what is to be called is made ready before. */
export async function prepareAnswer(part: Part, tab: Tab): Promise<() => Promise<number>> {
  const { fields = [] } = (await tab.view()) as Partial<SigningView>;
  const field = fields.find(({ type }) => type === 'text');
  return () => (field ? answer(part, tab, field.id, field.type) : Promise.resolve(404));
}

/** Another picture of the signature, in its field. */
export async function changePicture(part: Part, tab: Tab): Promise<number> {
  part.typed += 1;
  const made = await tab.call('PUT', '/marks/signature', { method: 'draw', png: picture(part.typed % 20) });
  if (made.statusCode !== 200) return made.statusCode;
  const { marks, fields } = made.json() as SigningView;
  for (const { id, type } of fields)
    if (type === 'signature') await tab.call('PUT', `/fields/${id}`, { value: marks.signature?.id });
  return 200;
}

/** What would be signed now, looked at; null where it is refused. */
export async function check(world: HistoryWorld, part: Part, tab: Tab): Promise<number> {
  const view = (await tab.view()) as Partial<SigningView>;
  const answers = new Map(part.answers);
  const { previews } = part;
  const answer = await tab.preview(view.shownHash ?? '');
  if (answer.statusCode !== 200) return answer.statusCode;
  const { previewId, documents } = answer.json() as {
    previewId: string;
    documents: { id: number; url: string }[];
  };
  const files = await download(world, tab, documents);
  if ('refused' in files) {
    // Another act came between: then the same check is refused as well.
    const again = await tab.preview(view.shownHash ?? '');
    if (again.statusCode === 200) throw new Error(files.refused);
    return again.statusCode;
  }
  previews.push({ id: previewId, shown: { files, answers } });
  return 200;
}

async function download(
  { instance }: HistoryWorld,
  { headers }: Tab,
  documents: readonly { id: number; url: string }[],
): Promise<Map<number, Buffer> | { refused: string }> {
  const files = new Map<number, Buffer>();
  for (const { id, url } of documents) {
    const { statusCode, rawPayload } = await instance.inject({ method: 'GET', url, headers });
    if (statusCode !== 200) return { refused: `${url} answered ${statusCode}` };
    files.set(id, rawPayload);
  }
  return files;
}

/** Presses Finish on a preview that was looked at. */
export function preparePress(part: Part, tab: Tab, preview: Part['previews'][number]) {
  return async () => {
    const press: Press = { holder: part.holder.name, ...preview, status: 0 };
    part.presses.push(press);
    const answer = await tab.call('POST', '/finish', { previewId: preview.id, intent: INTENT });
    press.status = answer.statusCode;
    return answer.statusCode;
  };
}

/** Approves what is shown now, by its hash. */
export async function prepareApproval(world: HistoryWorld, part: Part, tab: Tab) {
  const view = (await tab.view()) as Partial<SigningView>;
  const { shownHash = '', documents = [] } = view;
  const files = view.state === 'open' ? await download(world, tab, documents) : new Map<number, Buffer>();
  if ('refused' in files) throw new Error(files.refused);
  return async () => {
    const shown = { files, answers: new Map<number, string | null>() };
    const press: Press = { holder: part.holder.name, id: shownHash, shown, status: 0 };
    part.presses.push(press);
    const answer = await tab.call('POST', '/approve', { shownHash, intent: INTENT });
    press.status = answer.statusCode;
    return answer.statusCode;
  };
}
