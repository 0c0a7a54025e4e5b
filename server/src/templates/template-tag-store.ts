import type { Reads, Tx } from '../platform/database.ts';

export async function listTemplateTags(
  reads: Reads,
  templateIds: readonly number[],
): Promise<{ templateId: number; tagId: number }[]> {
  if (templateIds.length === 0) return [];
  return reads
    .selectFrom('template_tags')
    .select(['template_id as templateId', 'tag_id as tagId'])
    .where('template_id', 'in', [...templateIds])
    .execute();
}

/** Replaces the tags of the template. */
export async function replaceTemplateTags(
  tx: Tx,
  templateId: number,
  tagIds: readonly number[],
): Promise<void> {
  await tx.deleteFrom('template_tags').where('template_id', '=', templateId).execute();
  if (tagIds.length === 0) return;
  const rows = tagIds.map((tagId) => ({ template_id: templateId, tag_id: tagId }));
  await tx.insertInto('template_tags').values(rows).execute();
}

/** Replaces the tags of these templates by the matching ones; a tag without a match is removed. */
export async function exchangeTemplateTags(
  tx: Tx,
  templateIds: readonly number[],
  pairs: readonly { from: number; to: number }[],
): Promise<void> {
  const assigned = await listTemplateTags(tx, templateIds);
  const next = new Map(pairs.map(({ from, to }) => [from, to]));
  await tx
    .deleteFrom('template_tags')
    .where('template_id', 'in', [...templateIds])
    .execute();
  const rows = assigned.flatMap(({ templateId, tagId }) => {
    const tag = next.get(tagId);
    return tag === undefined ? [] : [{ template_id: templateId, tag_id: tag }];
  });
  if (rows.length > 0) await tx.insertInto('template_tags').values(rows).execute();
}
