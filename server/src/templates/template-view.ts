import type { TemplatePlan } from '@paraph/domain';
import type { Selectable } from 'kysely';
import { readProfiles } from '../accounts/profiles.ts';
import type { Reads } from '../database/database.ts';
import type { TemplateRow } from '../database/rows.generated.ts';
import type { Deps } from '../deps.ts';
import { type FileFacts, readFileFacts } from '../files/read-file-facts.ts';
import { toSeconds } from '../platform/clock.ts';
import { viewFields, viewFile, withVersion } from '../workflows/reading/view-workflows.ts';
import type { TemplateRecord } from './template-store.ts';
import { readTemplateTags } from './update-template.ts';

/** What the shape of templates on the wire needs of the other rooms: one query per kind, however many there are. */
export async function loadTemplateViewData(
  reads: Reads,
  deps: Pick<Deps, 'config'>,
  templates: readonly Selectable<TemplateRow>[],
) {
  const creatorIds = [...new Set(templates.map((row) => row.creator_id))];
  const creators = await readProfiles(reads, deps, creatorIds);
  const ids = templates.map(({ id }) => id);
  return { creators, tags: await readTemplateTags(reads, ids) };
}

type Related = Awaited<ReturnType<typeof loadTemplateViewData>>;

/** As lists show it. */
export function viewTemplate(template: Selectable<TemplateRow>, related: Related) {
  const creator = related.creators.get(template.creator_id);
  if (!creator) throw new Error(`template ${template.id} has no creator`);
  return {
    id: template.id,
    name: template.name,
    type: template.type,
    createDate: toSeconds(template.created_at),
    recipientsCount: template.plan.recipients.length,
    tags: [...(related.tags.get(template.id) ?? [])],
    creator,
    steps: viewTemplateSteps(template.plan),
  };
}

/** As it is read by itself; `linkOf` makes a storage path an absolute URL. */
export async function viewWholeTemplate(
  deps: Pick<Deps, 'config' | 'database'>,
  { template, documents }: TemplateRecord,
  linkOf: (path: string) => string = (path) => deps.config.baseUrl + path,
) {
  const related = await loadTemplateViewData(deps.database, deps, [template]);
  const fileIds = documents.map((document) => document.original_file_id);
  const files = await readFileFacts(deps.database, fileIds);
  return {
    ...viewTemplate(template, related),
    workspaceId: template.workspace_id,
    changeDate: toSeconds(template.changed_at),
    senderMessage: template.sender_message,
    expiryDays: template.expiry_days,
    language: template.language,
    recipients: viewPlaceholders(template.plan),
    choices: viewTemplateChoices(template.plan),
    witnesses: viewTemplateWitnesses(template.plan),
    fields: viewFields(template.plan.fields),
    documents: documents.map((document) => viewDocument(document, { files, linkOf })),
  };
}

function viewDocument(
  document: TemplateRecord['documents'][number],
  { files, linkOf }: { files: ReadonlyMap<number, FileFacts>; linkOf: (path: string) => string },
) {
  const path = `/api/v1/storage/template/${document.template_id}`;
  const link = linkOf(`${path}/doc/${document.storage_key}`);
  return viewFile(document, files.get(document.original_file_id)?.size ?? 0, {
    link,
    source: withVersion(link),
    thumb: linkOf(`${path}/thumb/${document.storage_key}`),
  });
}

export function viewPlaceholders({ recipients }: TemplatePlan) {
  return recipients.map(({ id, name, anchorTag, roles }) => ({
    id,
    name,
    anchorTag,
    roles: roles.map(({ id, type, color }) => ({ id, type, color })),
  }));
}

export function viewTemplateFollowers({ followers = [] }: TemplatePlan) {
  return followers.map(({ name, email, language, when, of }) => ({ name, email, language, when, of }));
}

function viewTemplateChoices({ steps }: TemplatePlan) {
  return steps.flatMap(({ actions }, index) => {
    const groups = Map.groupBy(actions, ({ choice }) => choice?.group ?? null);
    return [...groups].flatMap(([group, members]) => {
      const required = members[0]?.choice?.required;
      if (group === null || required === undefined) return [];
      return { step: index + 1, group, required, roles: members.map(({ roleId }) => roleId) };
    });
  });
}

function viewTemplateWitnesses({ steps }: TemplatePlan) {
  return steps.flatMap(({ actions }, index) =>
    actions.flatMap(({ roleId: role, witnessOf: of }) =>
      of === undefined ? [] : { step: index + 1, role, of },
    ),
  );
}

export function viewTemplateSteps({ steps }: TemplatePlan) {
  return steps.map(({ id, type, actions }, index) => ({
    id,
    order: index + 1,
    type,
    actions: actions.map((action) => ({ id: action.id, role: action.roleId, type })),
  }));
}
