import { LIMITS } from '@paraph/domain';
import { Type } from 'typebox';
import { described, exact, Id, oneOf, Text, Timestamp } from './schemas.ts';
import { FILTERS } from './workflow-filters.ts';

export const CancelForm = Type.Object({
  reason: described(
    Type.Optional(Type.String({ maxLength: LIMITS.commentCharactersMax })),
    'Why; read by the people who were asked, and in the timeline and the certificate',
  ),
});

/** How many workflows each filter of the overview finds; all but `filed` without what is filed away. */
export const WorkflowCounts = exact({
  bound: described(Type.Integer(), 'A count above it says no more than that there are more'),
  statuses: described(Type.Record(Text, Type.Integer()), 'By status; all statuses'),
  expiring: described(Type.Integer(), 'Those that wait for people and whose deadline is within seven days'),
  filed: described(Type.Integer(), 'Those that are filed away'),
});

const WORKFLOW_ACTS = [
  ...(['remind', 'cancel', 'extend', 'tag', 'untag', 'file', 'unfile'] as const),
  ...(['export', 'delete'] as const),
] as const;
export const ActOnWorkflows = Type.Object({
  act: described(
    oneOf(WORKFLOW_ACTS),
    '`file` and `unfile`: put those that have ended away from the list, and back; `tag` and `untag` leave other tags; ' +
      '`export` answers each as a line of the export',
  ),
  ids: described(
    Type.Optional(Type.Array(Id, { minItems: 1, maxItems: LIMITS.actsMax })),
    'Ids of the workflows; each is acted on by itself',
  ),
  filter: described(
    Type.Optional(
      Type.Object({
        query: described(Type.Optional(Text), 'Words, as in the list of workflows'),
        ...FILTERS,
      }),
    ),
    `Instead of ids: the filters of the list of workflows; all that they find, at most ${LIMITS.actsMax}`,
  ),
  reason: described(
    Type.Optional(Type.String({ maxLength: LIMITS.commentCharactersMax })),
    'Of `cancel`: why; read by the people who were asked',
  ),
  expiryDate: described(Type.Optional(Timestamp), 'Of `extend`: the new deadline'),
  tags: described(
    Type.Optional(Type.Array(Id, { maxItems: LIMITS.tagsOfOneMax })),
    'Of `tag` and `untag`: ids of the tags',
  ),
});
