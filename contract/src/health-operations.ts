import { Type } from 'typebox';
import { operation } from './operation.ts';
import { described, exact, nullable, oneOf, Text, Timestamp } from './schemas.ts';

const Health = exact({
  checkedDate: described(nullable(Timestamp), 'When the last examination ended; null before the first'),
  underWay: Type.Boolean({ description: 'Whether another one is under way' }),
  findings: Type.Array(
    exact({
      name: described(Text, 'What was examined'),
      state: described(
        oneOf(['well', 'warning', 'failed']),
        '`warning`: it works, and the owner should know',
      ),
      detail: described(Text, 'What was found'),
      remedy: described(nullable(Text), 'What to do; null where nothing is to be done'),
    }),
  ),
});

const PartState = oneOf(['well', 'delayed', 'away']);

const Status = exact({
  state: described(PartState, 'The worst of all parts'),
  parts: Type.Array(
    exact({
      name: described(oneOf(['documents', 'seals', 'mails', 'notifications']), 'What people wait for'),
      state: described(
        PartState,
        '`delayed`: later than usual; by itself, or for some seals once their sender asks for it again; `away`: it cannot be used now',
      ),
      sinceDate: described(nullable(Timestamp), 'Since when it is so; null where it is well, or not known'),
    }),
  ),
});

/** For the owner of the instance alone: findings name addresses, folders and settings. */
export const healthOperations = {
  readStatus: operation({
    method: 'GET',
    path: '/api/v1/status',
    summary: 'Read whether the service works, and what is delayed',
    access: 'open',
    internal: true,
    answer: Status,
  }),
  readHealth: operation({
    method: 'GET',
    path: '/api/v1/instance/health',
    summary: 'What the last examination of the instance found, as `paraph doctor` says it',
    access: 'session',
    internal: true,
    answer: Health,
    refusals: ['UNAUTHORIZED_TO_PERFORM_THIS_ACTION'],
  }),
  checkHealth: operation({
    method: 'POST',
    path: '/api/v1/instance/health',
    summary: 'Examine the instance again, in the background',
    access: 'session',
    internal: true,
    status: 202,
    answer: Health,
  }),
};
