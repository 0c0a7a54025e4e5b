import type { Tag } from '@paraph/contract';
import type { Static } from 'typebox';
import type { StoredTag } from './tag-store.ts';

export type TagView = Static<typeof Tag>;

export function viewTag({ id, name, color }: StoredTag): TagView {
  return { id, name, color };
}
