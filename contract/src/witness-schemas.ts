import { LIMITS } from '@paraph/domain';
import { Type } from 'typebox';
import { TrueStatus } from './choice-schemas.ts';
import { Email } from './request-values.ts';
import { described, exact, Id, limited, nullable, oneOf, Text, withMisfit } from './schemas.ts';

/** A witness (interface.md §4), where a request names a recipient. */
export const RequestedWitness = {
  witnessOf: described(
    Type.Optional(Email),
    'The address of the signer of the same step whose witness the recipient is; absent for who is no witness',
  ),
  witness: withMisfit(
    described(
      Type.Optional(oneOf(['asked'])),
      'asked: the signer names a witness of their own on the signing page, before they finish; absent for none',
    ),
    'Must be asked, or absent.',
  ),
};

/** The same where a request names roles. */
export const RequestedWitnesses = described(
  Type.Optional(
    limited(
      Type.Array(
        Type.Object({
          role: described(Id, 'Id of the role of the witness, in the step'),
          of: described(Id, 'Id of the role of the signer whose witness it is, in the step'),
        }),
      ),
      { maxItems: LIMITS.workflowRecipientsMax },
    ),
  ),
  'Which roles of the step are witnesses of which signers: a witness signs after their signer',
);

/** Who of a step is whose witness. */
export const Witnesses = described(
  Type.Array(
    exact({
      step: described(Type.Integer({ minimum: 1 }), 'The order of its step'),
      actionId: described(Id, 'Id of the action of the witness'),
      recipientId: described(Id, 'Id of the recipient who is the witness'),
      ofRecipientId: described(Id, 'Id of the recipient whose witness they are'),
      named: described(
        Type.Boolean(),
        'false: the signer has still to name the witness, who has no address yet',
      ),
      status: described(
        TrueStatus,
        'As of the action: `not_started` until the signer has signed, then `started`, and `signed`',
      ),
    }),
  ),
  'The witnesses of signers; empty where there are none',
);

/** Of a template. */
export const RoleWitnesses = described(
  Type.Array(
    exact({
      step: described(Type.Integer({ minimum: 1 }), 'The order of its step'),
      role: described(Id, 'Id of the role of the witness'),
      of: described(Id, 'Id of the role of the signer'),
    }),
  ),
  'Which roles are witnesses of which signers; empty where there are none',
);

const Address = Type.String({ minLength: 1, maxLength: LIMITS.witnessAddressCharactersMax });
const Relation = Type.String({ minLength: 1, maxLength: LIMITS.witnessRelationCharactersMax });

/** What a witness states when they agree to sign. */
export const WitnessStatement = described(
  Type.Optional(
    nullable(
      Type.Object({
        address: described(Address, 'The postal address of the witness'),
        relation: described(Relation, 'How the witness knows the signer; `none` where they do not'),
        isAdult: described(
          Type.Literal(true),
          'That the witness is of age, was present, and saw the signer sign',
        ),
      }),
    ),
  ),
  'Of a witness alone, who must state it: where they live, and how they know the signer',
);

/** What the page says to a witness, and to who has one. */
export const ShownWitness = described(
  exact({
    of: described(
      nullable(Text),
      'The name of the signer whose witness the recipient is; null for no witness',
    ),
    stated: described(
      nullable(exact({ address: Text, relation: Text })),
      'What the witness has stated; null before, and for who is none',
    ),
    own: described(
      Type.Array(exact({ name: Text, email: Text, asked: Type.Boolean(), named: Type.Boolean() })),
      'The witnesses of the recipient, `asked` where the recipient names them; until they are named they have no address',
    ),
  }),
  'Who signs beside whom',
);

/** Of a person in evidence. */
export const EvidenceWitness = described(
  nullable(
    exact({
      ofRecipientId: described(Id, 'Id of the recipient whose witness this person was'),
      ofName: described(Text, 'The name of that recipient'),
      address: described(nullable(Text), 'The postal address that the witness stated; null before'),
      relation: described(nullable(Text), 'How the witness knows the signer, as stated; null before'),
      sameDevice: described(
        nullable(Type.Boolean()),
        'Whether both acted from the same address with the same browser; null until both have',
      ),
    }),
  ),
  'As witness of a signer; null for who signs or reviews for themselves',
);
