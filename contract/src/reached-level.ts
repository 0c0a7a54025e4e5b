import { EMBEDDED, IDENTIFICATIONS, IN_PERSON } from '@paraph/domain';
import { Type } from 'typebox';
import { described, oneOf, Text } from './schemas.ts';
import { WorkflowType } from './workflow-schemas.ts';

/** What one signature reached, read from the policies of its certificate. */
export const ReachedLevel = Type.Object(
  {
    level: described(WorkflowType, 'The level of the signature'),
    identification: described(
      oneOf(['mailbox', ...IDENTIFICATIONS, ...IN_PERSON, ...EMBEDDED, 'trust-service-provider']),
      'How the signer was identified',
    ),
    keyHolder: described(
      oneOf(['service', 'browser', 'provider']),
      'Who held the key: this service, the browser of the signer, or a trust service provider',
    ),
    weakestLink: described(Text, 'What the identification rests on, in words'),
    sentence: described(Text, 'All of it in one sentence'),
  },
  {
    additionalProperties: false,
    description: 'What the signature reached, by the policy in its certificate of this instance',
  },
);
