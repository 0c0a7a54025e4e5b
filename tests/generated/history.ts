import { quickForm } from '../support/instance.ts';
import { buildPdf, textLines } from '../support/pdf-fixtures.ts';
import { send, sendJson } from './callers.ts';
import {
  changePicture,
  check,
  makeReady,
  openTab,
  type Part,
  prepareAnswer,
  prepareApproval,
  preparePress,
  type Tab,
} from './history-people.ts';
import type { FinishFault, HistoryWorld, SealFault } from './history-world.ts';
import { mend } from './history-world.ts';
import { keepAhead } from './organization.ts';
import { makeDraft } from './workflow-machine.ts';

export type HistoryShape = {
  documents: 1 | 2;
  steps: readonly { type: 'sign' | 'review'; people: number }[];
};

/** What a person does; `who` counts the people of the workflow, and begins again after the last. */
type PersonAct =
  | { act: 'sign'; who: number; preview: 'fresh' | 'latest' | 'oldest'; tab: 'same' | 'other' }
  | {
      act: 'approve' | 'check' | 'answer' | 'picture' | 'decline' | 'reassign' | 'rename person';
      who: number;
    };
interface SenderAct {
  act: 'start' | 'cancel' | 'delete' | 'rename' | 'move' | 'remind' | 'retry';
}
export type Act = PersonAct | SenderAct;

export type Step =
  | Act
  | { together: readonly Act[] }
  /** Someone whose turn it is signs or approves. */
  | { onwards: number }
  | { wait: number }
  | { serve: SealFault | null }
  | { timestamps: 'well' | 'down' }
  | { finishBreaks: FinishFault }
  | { reopen: true };

export interface History {
  workflowId: number;
  envelopeId: string;
  originals: readonly Buffer[];
  parts: Part[];
}

const ORIGINALS = ['The contract', 'Its annex'].map((title) =>
  buildPdf({ pages: [{ content: textLines([title]) }] }),
);
/** The statuses that no fault explains. */
const REFUSALS = [400, 404, 409, 429];
let histories = 0;

/** Plays a history; at its end everything works again, and what is left to do without people is done. */
export async function play(
  world: HistoryWorld,
  shape: HistoryShape,
  steps: readonly Step[],
): Promise<History> {
  mend(world);
  keepAhead(world.instance);
  const player = await Player.open(world, shape);
  for (const step of steps) await player.step(step);
  await player.settle();
  return player.history;
}

class Player {
  readonly history: History;
  readonly #world: HistoryWorld;
  #workspaceId: number;

  constructor(world: HistoryWorld, history: History) {
    this.#world = world;
    this.history = history;
    this.#workspaceId = world.workspaces[0];
  }

  static async open(world: HistoryWorld, { documents, steps }: HistoryShape): Promise<Player> {
    histories += 1;
    const originals = ORIGINALS.slice(0, documents);
    const about = { sender: world.sender, shape: steps, name: `h${histories}`, document: originals[0] };
    const draft = await makeDraft(world.instance, about);
    const types = steps.flatMap(({ type, people }) => Array.from({ length: people }, () => type));
    const parts = draft.recipients.map(({ id, name, email }, index): Part => {
      const type = types[index] ?? 'sign';
      const empty = { typed: 0, answers: new Map(), previews: [], tabs: [], presses: [] };
      return { type, recipientId: id, holder: { name, email }, ...empty };
    });
    const history = { workflowId: draft.workflowId, envelopeId: draft.id, originals, parts };
    const player = new Player(world, history);
    await player.#prepareDraft();
    return player;
  }

  get #url(): string {
    return `/api/v1/workspaces/${this.#workspaceId}/workflows/${this.history.workflowId}`;
  }

  #call(...asked: Parameters<typeof sendJson>[2]) {
    return sendJson(this.#world.instance, this.#world.sender, asked);
  }

  /** The second document, and the fields of the signers: a text and a box to tick each. */
  async #prepareDraft(): Promise<void> {
    const { originals } = this.history;
    for (const document of originals.slice(1)) {
      const wire = {
        method: 'POST',
        url: `${this.#url}/documents`,
        ...quickForm({ document, steps: [] }),
      } as const;
      const added = await send(this.#world.instance, this.#world.sender, wire);
      if (added.statusCode !== 200) throw new Error(added.body);
    }
    const read = (await this.#call('GET', this.#url)).json() as {
      fields: { documentId: number; role: number; type: string }[];
      documents: { id: number }[];
      recipients: { id: number; roles: { id: number; type: string }[] }[];
    };
    const signers = read.recipients.filter(({ roles }) => roles[0]?.type === 'sign');
    const more = signers.flatMap(({ roles }, index) => {
      const place = {
        role: roles[0]?.id,
        documentId: read.documents.at(-1)?.id,
        page: 1,
        posY: 10 + 5 * index,
      };
      return [
        { ...place, type: 'text', posX: 10, style: { width: 40, height: 3 } },
        { ...place, type: 'checkbox', required: false, posX: 60, style: { width: 3, height: 2 } },
      ];
    });
    const { statusCode, body } = await this.#call('PUT', `${this.#url}/fields`, {
      fields: [...read.fields, ...more],
    });
    if (statusCode !== 200) throw new Error(body);
  }

  async step(step: Step): Promise<void> {
    const { instance } = this.#world;
    if ('act' in step) await this.#together([step]);
    else if ('together' in step) await this.#together(step.together);
    else if ('onwards' in step) await this.#onwards(step.onwards);
    else if ('wait' in step) instance.advance(step.wait);
    else if ('serve' in step) await this.#serve(step.serve);
    else if ('timestamps' in step) this.#world.authority.mood = step.timestamps;
    else if ('finishBreaks' in step) this.#world.finishFault = step.finishBreaks;
    else await instance.reopen();
  }

  /** Everything is made ready first; then all press at once. */
  async #together(acts: readonly Act[]): Promise<void> {
    const calls: (() => Promise<number>)[] = [];
    for (const act of acts) calls.push(await this.#prepare(act));
    const before = this.#world.broken;
    const statuses = await Promise.all(calls.map((call) => call()));
    const allowed = this.#world.broken > before ? [500, 503, ...REFUSALS] : REFUSALS;
    for (const [index, { act }] of acts.entries()) {
      this.#world.reached.add(`${act} ${statuses[index]}`);
      if (acts.length > 1) this.#world.reached.add(`${act} at once ${statuses[index]}`);
    }
    const strange = statuses.filter((status) => status >= 300 && !allowed.includes(status));
    if (strange.length > 0) throw new Error(`${JSON.stringify(acts)} answered ${statuses}`);
  }

  async #prepare(act: Act): Promise<() => Promise<number>> {
    const { parts } = this.history;
    if (!('who' in act)) return this.#prepareOfSender(act.act);
    const part = parts[act.who % parts.length];
    if (!part) throw new Error('there is no such part');
    const recipient = `${this.#url}/recipients/${part.recipientId}`;
    if (act.act === 'reassign') {
      const name = `Heir ${part.holder.name.replaceAll('Heir ', '')} ${part.typed}`;
      return () => this.#hand(part, recipient, { name, email: `heir-of-${part.typed}-${part.holder.email}` });
    }
    if (act.act === 'rename person')
      return () => this.#rename(part, recipient, `${part.holder.name.slice(0, 60)}.`);
    if (await this.#isGone()) return () => Promise.resolve(404);
    const [first] = part.tabs;
    const isNew = 'tab' in act && act.tab === 'other';
    const tab = (isNew ? null : first) ?? (await openTab(this.#world, this.history.workflowId, part));
    return this.#prepareOfPerson(act, part, tab);
  }

  async #prepareOfPerson(act: PersonAct, part: Part, tab: Tab) {
    switch (act.act) {
      case 'answer':
        return prepareAnswer(part, tab);
      case 'picture':
        return () => changePicture(part, tab);
      case 'decline':
        return async () => (await tab.call('POST', '/decline', { reason: 'Not like this' })).statusCode;
      case 'approve':
        return prepareApproval(this.#world, part, tab);
      case 'check':
        await makeReady(part, tab);
        return () => check(this.#world, part, tab);
      default: {
        const which = act.act === 'sign' ? act.preview : 'fresh';
        if (which === 'fresh') {
          await makeReady(part, tab);
          const status = await check(this.#world, part, tab);
          if (status !== 200) return () => Promise.resolve(status);
        }
        const preview = which === 'oldest' ? part.previews[0] : part.previews.at(-1);
        return preview ? preparePress(part, tab, preview) : () => Promise.resolve(404);
      }
    }
  }

  #prepareOfSender(act: SenderAct['act']): () => Promise<number> {
    const envelope = `/api/v1/envelopes/${this.history.envelopeId}`;
    const status = async (method: 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) =>
      (await this.#call(method, url, payload)).statusCode;
    switch (act) {
      case 'start':
      case 'cancel':
        return () => status('PUT', `${envelope}/${act}`);
      case 'delete':
        return () => status('DELETE', envelope);
      case 'move':
        return () => this.#move();
      case 'rename':
        return () => status('PUT', this.#url, { name: 'Another name' });
      default:
        return () => status('POST', `${this.#url}/${act}`, {});
    }
  }

  async #move(): Promise<number> {
    const [first, second] = this.#world.workspaces;
    const to = this.#workspaceId === first ? second : first;
    const { statusCode } = await this.#call('PUT', this.#url, { newWorkspaceId: to });
    if (statusCode === 200) this.#workspaceId = to;
    return statusCode;
  }

  /** Their tabs stay open, and must not work any more. */
  async #hand(part: Part, url: string, holder: Part['holder']): Promise<number> {
    part.typed += 1;
    const { statusCode } = await this.#call('PUT', url, holder);
    if (statusCode !== 200) return statusCode;
    const former = part.tabs.splice(0);
    Object.assign(part, { holder, answers: new Map(), previews: [] });
    for (const tab of former) {
      const late = await tab.preview('');
      if (late.statusCode !== 404) throw new Error(`a former holder is answered ${late.statusCode}`);
    }
    return statusCode;
  }

  async #rename(part: Part, url: string, name: string): Promise<number> {
    const { statusCode } = await this.#call('PUT', url, { name });
    if (statusCode === 200) part.holder = { ...part.holder, name };
    return statusCode;
  }

  async #status(): Promise<string | null> {
    const answer = await this.#call('GET', `/api/v1/envelopes/${this.history.envelopeId}`);
    return answer.statusCode === 404 ? null : (answer.json() as { status: string }).status;
  }

  async #isGone(): Promise<boolean> {
    return (await this.#status()) === null;
  }

  async #waiting(): Promise<number[]> {
    const { rows } = await this.#world.instance.deps.pool.query<{ recipient_id: string }>(
      `select recipient_id from actions join workflows on workflows.id = workflow_id
       where workflow_id = $1 and actions.status = 'started' and workflows.status = 'started'`,
      [this.history.workflowId],
    );
    const open = new Set(rows.map((row) => Number(row.recipient_id)));
    return this.history.parts.flatMap(({ recipientId }, who) => (open.has(recipientId) ? [who] : []));
  }

  async #onwards(which: number): Promise<void> {
    const status = await this.#status();
    if (status === 'not_started') return this.#together([{ act: 'start' }]);
    if (status === 'blocked') return this.#together([{ act: 'retry' }]);
    const waiting = await this.#waiting();
    const who = waiting[which % waiting.length];
    if (who === undefined) return this.#serve(null);
    const isReview = this.history.parts[who]?.type === 'review';
    return this.#together([
      isReview ? { act: 'approve', who } : { act: 'sign', who, preview: 'fresh', tab: 'same' },
    ]);
  }

  async #serve(fault: SealFault | null): Promise<void> {
    this.#world.sealFault = fault;
    await this.#world.instance.jobs['expire-workflows'](0);
    await this.#world.instance.runJobs();
    this.#world.sealFault = null;
  }

  /** All that needs no person: what waits for its seal gets it. */
  async settle(): Promise<void> {
    mend(this.#world);
    for (let tries = 0; tries < 6; tries += 1) {
      await this.#serve(null);
      const status = await this.#status();
      const isWaiting = status === 'approved' || status === 'blocked';
      if (!isWaiting) return;
      if (status === 'blocked') await this.#together([{ act: 'retry' }]);
      else this.#world.instance.advance(6 * 3_600);
    }
    throw new Error(`the workflow stays ${await this.#status()}`);
  }
}
