import type { ANCHOR_KINDS } from './field.ts';
import { isFieldKey } from './field-rules.ts';

/** The types of fields that text can ask for: others need more than words (interface.md §5.7). */
type TaggedType = (typeof ANCHOR_KINDS)[keyof typeof ANCHOR_KINDS];

/** What a `{{…}}` in the text of a page asks for (interface.md §5.7). */
export interface TextTag {
  type: TaggedType;
  /** Who fills it in, as printed; null where it names nobody. */
  role: string | null;
  key: string | null;
  label: string | null;
  required: boolean | null;
  /** Points; null as wide or high as fields of the type usually are. */
  width: number | null;
  height: number | null;
}

/** Why a tag becomes no field. `signed`: others have signed the file, so that nothing can be painted over the tag. */
export type TagProblem = 'type' | 'option' | 'key' | 'size' | 'doubled' | 'signed';

const TYPES: Readonly<Record<string, TaggedType>> = {
  ...{
    signature: 'signature',
    sign: 'signature',
    sig: 'signature',
    initials: 'initials',
    initial: 'initials',
  },
  ...{ date: 'date', datesigned: 'date', name: 'name', fullname: 'name', email: 'email', company: 'company' },
  ...{
    title: 'title',
    jobtitle: 'title',
    department: 'department',
    location: 'location',
    address: 'address',
  },
  ...{ text: 'text', number: 'number', checkbox: 'checkbox', check: 'checkbox', attachment: 'attachment' },
};
/** Of these the first word says what is asked; of the others, who is asked. */
const KEYED: ReadonlySet<TaggedType> = new Set(['text', 'number', 'checkbox', 'attachment']);
const YES = /^(?:|yes|y|true|1)$/i;
const NO = /^(?:no|n|false|0)$/i;
/** Points. */
const SIZE = { min: 8, max: 800 };

/** Parses what stands between the braces; the name of what is wrong where it is none. */
export function readTextTag(inner: string): TextTag | TagProblem {
  const [head = '', ...options] = inner.split(';').map((each) => each.trim());
  const stated = new Map<string, string>();
  for (const option of options.filter((each) => each !== '')) {
    const [name = '', ...value] = option.split('=');
    const known = bare(name);
    if (!OPTIONS.has(known) || stated.has(known)) return 'option';
    stated.set(known, value.join('=').trim());
  }
  const words = stated.has('type')
    ? [stated.get('type') ?? '', head]
    : head.split(':').map((each) => each.trim());
  const type = TYPES[bare(words[0] ?? '')];
  if (!type) return 'type';
  if (words.length > 3) return 'option';
  const isKeyed = KEYED.has(type) || stated.has('type');
  const [asked = '', other = ''] = words.slice(1);
  const label = stated.get('key') ?? (isKeyed ? asked : other);
  const role = stated.get('role') ?? (isKeyed ? other : asked);
  const tag = { type, role: role === '' ? null : role, label: label === '' ? null : label };
  return withSizes({ ...tag, key: label === '' ? null : keyFrom(label) }, stated);
}

const OPTIONS: ReadonlySet<string> = new Set('type role key required optional size width height'.split(' '));

function withSizes(
  tag: Pick<TextTag, 'type' | 'role' | 'key' | 'label'>,
  stated: ReadonlyMap<string, string>,
): TextTag | TagProblem {
  if (tag.key !== null && !isFieldKey(tag.key)) return 'key';
  const [wide, high] = (stated.get('size') ?? '').split(/[x×*]/);
  const width = sizeOf(stated.get('width') ?? wide);
  const height = sizeOf(stated.get('height') ?? high);
  if (Number.isNaN(width ?? 0) || Number.isNaN(height ?? 0)) return 'size';
  const required = requiredOf(stated);
  return required === 'option' ? required : { ...tag, required, width, height };
}

function sizeOf(text: string | undefined): number | null {
  if (text === undefined || text.trim() === '') return null;
  const points = /^\s*\d{1,3}(?:\.\d+)?\s*(?:pt)?\s*$/.test(text) ? Number.parseFloat(text) : Number.NaN;
  return points >= SIZE.min && points <= SIZE.max ? points : Number.NaN;
}

function requiredOf(stated: ReadonlyMap<string, string>): boolean | null | 'option' {
  const [required, optional] = [stated.get('required'), stated.get('optional')];
  if (required !== undefined && optional !== undefined) return 'option';
  const said = required ?? optional;
  if (said === undefined) return null;
  if (!YES.test(said) && !NO.test(said)) return 'option';
  return YES.test(said) === (required !== undefined);
}

/** Letters of a keyword, however a page spaces them. */
function bare(text: string): string {
  return text.toLowerCase().replaceAll(/[\s_-]/g, '');
}

/** `Net salary` as programs name it. */
function keyFrom(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9_.]+/g, '_')
    .replaceAll(/^_+|_+$/g, '');
}
