import type { WorkflowType as Level } from '@paraph/domain';
import { Type } from 'typebox';
import { WorkflowType } from './workflow-schemas.ts';

/** A workflow's type as a request chooses it: the same values, and which of them are taken. */
export const RequestedType = Type.Unsafe<Level>({
  ...WorkflowType,
  description:
    'The level of the signatures: `simple` by default; `advanced` and `qualified` are refused on an instance where ' +
    'nothing for them is set up',
});
