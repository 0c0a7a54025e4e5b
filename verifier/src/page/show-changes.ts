import type { Signature } from '../instance.ts';
import { percentIn, type Say } from '../words/say.ts';
import { type Child, foreign, h } from './dom.ts';

type Revision = Signature['changesAfter'][number];
type Change = Revision['changes'][number];
/** Names of signers by their fields. */
export type Signers = ReadonlyMap<string, string>;

/** The kind of a change in words, with its page, field, values and extent. */
export function showChange(say: Say, change: Change): Child {
  const { kind, page, fieldName, share, covers, allowed } = change;
  return [
    say(`change_${kind}`),
    page === null ? null : ` · ${say('onPage', { page })}`,
    share === null || share === 0 ? null : ` · ${say('ofPage', { share: percentIn(say, share) })}`,
    fieldName === null ? null : [' · ', foreign(fieldName)],
    showValues(say, change),
    covers === true ? ` · ${say('covers')}` : null,
    allowed ? null : [' ', h('em', {}, `(${say('notAllowed')})`)],
  ];
}

function showValues(say: Say, { oldValue, newValue }: Change): Child {
  if (oldValue === null && newValue === null) return null;
  const how = oldValue === null ? 'filled' : newValue === null ? 'emptied' : 'changed';
  return ` · ${say(`value_${how}`, { old: isolated(oldValue ?? ''), now: isolated(newValue ?? '') })}`;
}

/** Text of the file inside a sentence, in its own direction. */
function isolated(text: string): string {
  return `\u2068${text}\u2069`;
}

const SHOWN_KINDS: ReadonlySet<string> = new Set(['annotation', 'field-added', 'form-fill']);

/** Who answers for changes that show. */
function answeredFor(say: Say, { changes, confirmedBy }: Revision, signers: Signers): string {
  if (!changes.some(({ kind }) => SHOWN_KINDS.has(kind))) return '';
  if (confirmedBy === null) return ` · ${say('notAnsweredFor')}`;
  return ` · ${say('answeredFor', { name: isolated(signers.get(confirmedBy) ?? confirmedBy) })}`;
}

/** Every revision after a signature; open where one is not allowed. */
export function showLaterChanges(
  say: Say,
  { changesAfter }: Signature,
  signers: Signers,
): HTMLElement | null {
  if (changesAfter.length === 0) return null;
  const isOpen = changesAfter.some(({ allowed }) => !allowed);
  return h(
    'details',
    isOpen ? { open: '' } : {},
    h('summary', {}, `${say('laterChanges')}: ${changesAfter.length}`),
    h(
      'ol',
      { class: 'revisions' },
      changesAfter.map((each) => {
        const { revision, changes } = each;
        const title = `${say('revision', { number: revision })}${answeredFor(say, each, signers)}`;
        return h(
          'li',
          {},
          h('p', { class: 'muted' }, title),
          changes.length === 0 ? h('p', {}, say('nothingChanged')) : null,
          h(
            'ul',
            {},
            distinct(changes).map((change) => h('li', {}, showChange(say, change))),
          ),
        );
      }),
    ),
  );
}

/** Several objects of the file may have the same to say. */
function distinct(changes: readonly Change[]): Change[] {
  return [...new Map(changes.map((change) => [change.sentence, change])).values()];
}
