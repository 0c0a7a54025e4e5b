import type { AnswerOf, Operations } from '@paraph/contract';
import type { Deps } from '../../deps.ts';
import { RawResponse } from '../../http/bind.ts';
import type { PageCounts } from '../../http/pages.ts';
import type { ListedAround, ListedWorkflow } from '../store/listed-workflow-store.ts';
import { toListedViewData, type WorkflowViewData } from './workflow-view-data.ts';

/** Workflows, and what one statement found around them. */
export interface ListedGroup {
  workflows: readonly ListedWorkflow[];
  around: ListedAround;
}

export interface WorkflowPage extends PageCounts {
  /** What is on the page, in no order: kept of earlier lists, or loaded for this one. */
  groups: ListedGroup[];
}

type Lists = 'listEnvelopes' | 'listWorkflows';
type ItemOf<Answer> = Answer extends { items: readonly (infer Item)[] } ? Item : never;
type View<Item> = (record: ListedWorkflow, related: WorkflowViewData) => Item;

/** The answer of a list, newest first, each item in the shape of its family. */
export function writeList<Name extends Lists>(
  deps: Pick<Deps, 'config'>,
  { groups, ...counts }: WorkflowPage,
  view: View<ItemOf<AnswerOf<Operations[Name]>>>,
): RawResponse {
  const items = groups.flatMap((group) => writeItems(deps, group, view));
  const texts = items.sort((a, b) => b.id - a.id).map(({ text }) => text);
  const body = `${JSON.stringify(counts).slice(0, -1)},"items":[${texts.join(',')}]}`;
  return new RawResponse(200, body, { 'content-type': 'application/json' });
}

function writeItems(
  deps: Pick<Deps, 'config'>,
  { workflows, around }: ListedGroup,
  view: View<unknown>,
): { id: number; text: string }[] {
  const aroundText = JSON.stringify(around);
  let related: WorkflowViewData | null = null;
  return workflows.map((record) => {
    const texts = written.get(record) ?? new Map<View<unknown>, Written>();
    written.set(record, texts);
    const last = texts.get(view);
    if (last?.around === aroundText) return { id: record.workflow.id, text: last.text };
    related ??= toListedViewData(deps, workflows, around);
    const text = JSON.stringify(view(record, related));
    texts.set(view, { around: aroundText, text });
    return { id: record.workflow.id, text };
  });
}

/** An item, and what was around its workflow when it was written. */
interface Written {
  around: string;
  text: string;
}

/** What was last written of a workflow that is kept, in each family's shape. */
const written = new WeakMap<ListedWorkflow, Map<View<unknown>, Written>>();
