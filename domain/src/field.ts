export const FIELD_TYPES = [
  'signature',
  'initials',
  'date',
  'name',
  'email',
  'company',
  'department',
  'title',
  'location',
  'address',
  'text',
  'number',
  'checkbox',
  'radio',
  'dropdown',
  'stamp',
  'attachment',
] as const;
export type FieldType = (typeof FIELD_TYPES)[number];

/** A place on a page as displayed, in percent from its top left corner; `page` from 1. */
export interface Placement {
  page: number;
  posX: number;
  posY: number;
  width: number;
  height: number;
}

/** The smallest signature field that stays legible, in points. */
export const SIGNATURE_POINTS_MIN = { width: 120, height: 36 } as const;

/**
 * The kinds of text anchor (interface.md §5.7) and the field each one becomes. Radios and dropdowns need options and
 * stamps a value, which an anchor cannot give.
 */
export const ANCHOR_KINDS = {
  date: 'date',
  email: 'email',
  signature: 'signature',
  initials: 'initials',
  title: 'title',
  company: 'company',
  fullName: 'name',
  address: 'address',
  department: 'department',
  location: 'location',
  text: 'text',
  number: 'number',
  checkbox: 'checkbox',
  attachment: 'attachment',
} as const satisfies Record<string, FieldType>;
export type AnchorKind = keyof typeof ANCHOR_KINDS;

const ANCHOR = new RegExp(
  `^(?:yumisign|paraph)_(${Object.keys(ANCHOR_KINDS).join('|')})_([A-Za-z0-9-]{1,40})$`,
);

/** Parses a word of a page as an anchor; null if it is none. */
export function readAnchor(word: string): { kind: AnchorKind; tag: string } | null {
  const match = ANCHOR.exec(word);
  return match?.[1] && match[2] ? { kind: match[1] as AnchorKind, tag: match[2] } : null;
}

/** A recipient's tag and the pages it is restricted to; without pages it applies everywhere. */
export interface AnchorTag {
  tag: string;
  pages: readonly { documentId: number; page: number }[] | null;
}

const TAG = /^[A-Za-z0-9-]{1,40}$/;
const TAG_AND_PAGES = /^(.{1,40}?)-(\d{1,15}_\d{1,5}(?:,\d{1,15}_\d{1,5})*)$/;

/** Parses `tag` or `tag-documentId_page,documentId_page` (interface.md §5.7); null for anything else. */
export function readAnchorTag(text: string): AnchorTag | null {
  const match = TAG_AND_PAGES.exec(text);
  const tag = match?.[1] ?? text;
  if (!TAG.test(tag)) return null;
  const pages = match?.[2]?.split(',').map((each) => {
    const [documentId = '', page = ''] = each.split('_');
    return { documentId: Number(documentId), page: Number(page) };
  });
  return { tag, pages: pages ?? null };
}

/** The default label of a field. */
export const FIELD_LABELS: Readonly<Record<FieldType, string>> = {
  signature: 'Signature',
  initials: 'Initials',
  date: 'Date',
  name: 'Full name',
  email: 'Email',
  company: 'Company',
  department: 'Department',
  title: 'Title',
  location: 'Location',
  address: 'Address',
  text: 'Text',
  number: 'Number',
  checkbox: 'Checkbox',
  radio: 'Choice',
  dropdown: 'Dropdown',
  stamp: 'Stamp',
  attachment: 'Attachment',
};

/** The largest button of a radio beside the words of its option, in points. */
export const RADIO_POINTS_MAX = 13;

/** Whether the place is completely on its page. */
export function isOnPage(area: Placement): boolean {
  return (
    area.page >= 1 &&
    area.posX >= 0 &&
    area.posY >= 0 &&
    area.width > 0 &&
    area.height > 0 &&
    area.posX + area.width <= 100.001 &&
    area.posY + area.height <= 100.001
  );
}
