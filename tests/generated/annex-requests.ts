import type { Part } from '../support/instance.ts';
import { lease } from '../support/quick-sender.ts';
import type { Special } from './requests.ts';

const annex: Part = { name: 'annex', value: lease, fileName: 'prices.pdf' };
const ofDraft = { workflowId: 'draftId', annexId: 'draftAnnexId' };
const ofTemplate = { annexId: 'templateAnnexId' };

/** What the requests about files for information hold. */
export const ANNEX_SPECIALS = {
  addAnnex: { kinds: ofDraft, files: () => [annex] },
  removeAnnex: { kinds: ofDraft },
  addTemplateAnnex: { files: () => [annex] },
  readTemplateAnnex: { kinds: ofTemplate },
  removeTemplateAnnex: { kinds: ofTemplate },
  readTriedAnnex: { kinds: { annexId: 'draftAnnexId', roleId: 'draftRoleId' } },
} satisfies Record<string, Special>;
