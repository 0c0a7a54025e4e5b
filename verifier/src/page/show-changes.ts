import type { Signature } from '../instance.ts';
import type { Say } from '../words/say.ts';
import { type Child, foreign, h } from './dom.ts';

type Change = Signature['changesAfter'][number]['changes'][number];

/** The kind of a change in words, with its page and field. */
export function showChange(say: Say, { kind, page, fieldName, allowed }: Change): Child {
  return [
    say(`change_${kind}`),
    page === null ? null : ` · ${say('onPage', { page })}`,
    fieldName === null ? null : [' · ', foreign(fieldName)],
    allowed ? null : [' ', h('em', {}, `(${say('notAllowed')})`)],
  ];
}

/** Every revision after a signature; open where one is not allowed. */
export function showLaterChanges(say: Say, { changesAfter }: Signature): HTMLElement | null {
  if (changesAfter.length === 0) return null;
  const isOpen = changesAfter.some(({ allowed }) => !allowed);
  return h(
    'details',
    isOpen ? { open: '' } : {},
    h('summary', {}, `${say('laterChanges')}: ${changesAfter.length}`),
    h(
      'ol',
      { class: 'revisions' },
      changesAfter.map(({ revision, changes }) =>
        h(
          'li',
          {},
          h('p', { class: 'muted' }, say('revision', { number: revision })),
          changes.length === 0 ? h('p', {}, say('nothingChanged')) : null,
          h(
            'ul',
            {},
            distinct(changes).map((change) => h('li', {}, showChange(say, change))),
          ),
        ),
      ),
    ),
  );
}

/** Several objects of the file may have the same to say. */
function distinct(changes: readonly Change[]): Change[] {
  return [...new Map(changes.map((change) => [change.sentence, change])).values()];
}
