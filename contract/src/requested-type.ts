import { type WorkflowType as Level, WORKFLOW_TYPES } from '@paraph/domain';
import { Type } from 'typebox';
import { withMisfit } from './schemas.ts';
import { WorkflowType } from './workflow-schemas.ts';

/** A workflow's type as a request chooses it: the same values, and which of them are taken. */
export const RequestedType = withMisfit(
  Type.Unsafe<Level>({
    ...WorkflowType,
    description:
      'The level of the signatures: `simple` by default; `advanced` and `qualified` are refused on an instance where ' +
      'nothing for them is set up',
  }),
  `Must be one of ${WORKFLOW_TYPES.join(', ')}.`,
);
