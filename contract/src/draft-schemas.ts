import { ACTION_TYPES, ANCHOR_KINDS, FIELD_TYPES, FORMULA_CHARACTERS_MAX, LIMITS } from '@paraph/domain';
import { Type } from 'typebox';
import { AnnexUploads } from './annex-schemas.ts';
import { FormFollowers } from './follower-schemas.ts';
import {
  CallerWorkspaceId,
  ClearedMessage,
  ExpiryDate,
  FormMetadata,
  ScheduledStartDate,
  SenderMessage,
  Upload,
  Uploads,
  WorkflowName,
} from './form-parts.ts';
import {
  CONTACT,
  Color,
  Email,
  FieldKey,
  FieldValue,
  Label,
  METADATA_LIMITS,
  Message,
  Name,
  PageNumber,
  Percent,
  PersonName,
  RECIPIENTS_LIMITS,
  SenderName,
} from './request-values.ts';
import { RequestedType } from './requested-type.ts';
import { described, exact, Id, limited, nullable, oneOf, Text } from './schemas.ts';
import { Document, WorkflowStatus } from './workflow-schemas.ts';

const Amount = Type.Number();
const Flag = Type.Optional(Type.Boolean());

export const WorkflowChange = Type.Object({
  name: described(Type.Optional(Name), '2 to 250 characters'),
  type: Type.Optional(RequestedType),
  expiryDate: described(Type.Optional(Type.Integer()), 'Seconds since 1970'),
  newWorkspaceId: described(Type.Optional(Id), 'Id of the workspace to move it to'),
  senderName: described(Type.Optional(SenderName), 'The name that the invitations carry as the sender’s'),
  senderMessage: described(Type.Optional(nullable(Message)), 'What the sender says in the invitations'),
  scheduledStartDate: described(
    Type.Optional(nullable(Type.Integer())),
    'When the draft is to start by itself, in seconds since 1970; null to start it by a call',
  ),
  metadata: described(
    Type.Optional(
      limited(
        Type.Union([
          Type.Record(Text, nullable(Type.Union([Text, Amount, Type.Boolean()]))),
          Type.Array(Text),
        ]),
        METADATA_LIMITS,
      ),
    ),
    'Your own pairs: at most 10, keys of 40 and values of 250 characters; `[]` when empty',
  ),
});

/** A draft without people: other calls add them (interface.md §5.3). */
export const WorkflowForm = Type.Object({
  name: WorkflowName,
  document: Uploads,
  annex: AnnexUploads,
  type: Type.Optional(RequestedType),
  expiryDate: Type.Optional(ExpiryDate),
  senderName: described(
    Type.Optional(SenderName),
    'The name that the invitations carry as the sender’s; by default the caller’s',
  ),
  senderMessage: Type.Optional(SenderMessage),
  scheduledStartDate: Type.Optional(ScheduledStartDate),
  metadata: Type.Optional(FormMetadata),
  followers: FormFollowers,
});

export const WorkflowEdit = Type.Object({
  name: Type.Optional(WorkflowName),
  document: Type.Optional(Upload),
  type: Type.Optional(RequestedType),
  expiryDate: Type.Optional(ExpiryDate),
  newWorkspaceId: described(Type.Optional(CallerWorkspaceId), 'Id of the workspace to move it to'),
  senderName: described(Type.Optional(SenderName), 'The name that the invitations carry as the sender’s'),
  senderMessage: Type.Optional(ClearedMessage),
  scheduledStartDate: Type.Optional(ScheduledStartDate),
  metadata: Type.Optional(FormMetadata),
});

export const ChangedWorkflow = exact({
  id: described(Id, 'Id of the workflow'),
  status: described(WorkflowStatus, 'The status of the workflow'),
  documents: described(Type.Array(Document), 'In the order of their positions'),
});

/** What a recipient does, and where in the text; of a draft or of a template. */
export const rolesOf = (owner: 'placeholder' | 'recipient') => ({
  anchorTag: described(
    Type.Optional(nullable(Text)),
    'The tag that text anchors in the PDF use for this recipient, optionally `tag-documentId_page,…`',
  ),
  roles: described(
    Type.Array(
      Type.Object({
        id: described(Type.Optional(Id), `Id of a role of the ${owner}; absent for a new one`),
        type: described(oneOf(ACTION_TYPES), 'What the role does: sign or review'),
        color: described(
          Type.Optional(Color),
          'The colour of the recipient’s fields in the designer, as #RRGGBB',
        ),
      }),
    ),
    'One for each step that the recipient acts in',
  ),
});

export const Roles = Type.Object({
  recipients: described(
    limited(
      Type.Array(
        Type.Object({
          id: described(Type.Optional(Id), 'Id of a recipient of the draft; absent for a new one'),
          name: described(PersonName, 'The recipient’s name'),
          email: described(Email, 'The recipient’s email address; unique in the workflow'),
          ...CONTACT,
          ...rolesOf('recipient'),
        }),
      ),
      RECIPIENTS_LIMITS,
    ),
    'The people who act',
  ),
});

const GroupCount = limited(Type.Integer(), { minimum: 1, maximum: LIMITS.workflowFieldsMax });
const OptionText = limited(Text, { minLength: 1, maxLength: LIMITS.nameCharactersMax });
const NewOption = Type.Object({
  value: described(OptionText, 'What is stored when it is chosen; once in the field and in its group'),
  label: described(OptionText, 'What people read'),
});

const NewComparison = Type.Object({
  fieldId: described(
    Id,
    'The `id` of another field of this request, of the same role; no `date`, no `stamp`',
  ),
  equals: described(Type.Optional(FieldValue), 'The value that the other field must have'),
  oneOf: described(
    Type.Optional(limited(Type.Array(FieldValue), { minItems: 1, maxItems: LIMITS.fieldOptionsMax })),
    'The values of which the other field must have one',
  ),
  isFilled: described(
    Type.Optional(Type.Boolean()),
    'True: the other field must have a value; false: it must have none',
  ),
});

const NewComparisons = Type.Optional(
  limited(Type.Array(NewComparison), { minItems: 1, maxItems: LIMITS.fieldComparisonsMax }),
);
const NewCondition = Type.Object({
  ...NewComparison.properties,
  fieldId: described(
    Type.Optional(Id),
    'The `id` of another field of this request, of the same role; no `date`, `stamp` or `formula`. Absent with `all` ' +
      'and `any`',
  ),
  all: described(NewComparisons, 'Instead of one comparison: several that must all hold'),
  any: described(NewComparisons, 'Instead of one comparison: several of which one must hold'),
});

/** A field as it is placed; what is absent takes its usual value. A key that no type has is refused. */
export const NewField = exact({
  id: described(
    Type.Optional(Id),
    'Id of a field that is there; for a new one absent, or any other number, by which `showIf` names it',
  ),
  type: described(oneOf(FIELD_TYPES), 'What is filled in'),
  label: described(Type.Optional(Label), 'The name of the field as the signer reads it'),
  required: described(
    Flag,
    'Whether it must be filled in where it is shown; true by default, but for a `checkbox` in a group',
  ),
  readOnly: described(
    Flag,
    'Whether the signer cannot change the value; for kinds that the sender can fill in',
  ),
  documentId: described(Id, 'Id of the document'),
  page: described(PageNumber, 'Page of the document, from 1'),
  posX: described(Percent, 'Percent of the displayed page, from its left edge'),
  posY: described(Percent, 'Percent of the displayed page, from its top edge'),
  role: described(Id, 'Id of the role that fills it in'),
  value: described(
    Type.Optional(nullable(FieldValue)),
    'What the field says from the start: `1` for a ticked `checkbox`, the value of an option for a `radio` or ' +
      '`dropdown`, a text of the sender for a `stamp`; null or absent for nothing, and for what only signers give',
  ),
  formField: described(
    Type.Optional(nullable(limited(Text, { minLength: 1, maxLength: LIMITS.nameCharactersMax }))),
    'The form field of the uploaded PDF whose place it takes, by its full name: it is not shown any more. A ' +
      '`signature` signs in it, at its place. Absent: that of the field with this `id`; null: none',
  ),
  key: described(
    Type.Optional(nullable(FieldKey)),
    'The name by which programs give and read the value, once in the workflow or template; not for `signature` and ' +
      '`initials`',
  ),
  options: described(
    Type.Optional(
      nullable(limited(Type.Array(NewOption), { minItems: 1, maxItems: LIMITS.fieldOptionsMax })),
    ),
    'The choices of a `radio` or `dropdown`, which need them; no other type can have them',
  ),
  grow: described(
    Type.Optional(oneOf(['full', 'legible'])),
    'For `radio` and `dropdown`: the box grows where it is too small for the words of its options, to the font size ' +
      'of the field (`full`) or only where they would not be legible (`legible`); absent: such a box is refused',
  ),
  group: described(
    Type.Optional(nullable(Label)),
    'For `radio` and `checkbox`: radios of a role with the same group exclude each other, checkboxes are counted',
  ),
  groupMin: described(
    Type.Optional(nullable(GroupCount)),
    'For a `checkbox` in a group: how many of the group must be ticked; the same or absent in the whole group',
  ),
  groupMax: described(
    Type.Optional(nullable(GroupCount)),
    'For a `checkbox` in a group: how many of the group may be ticked; the same or absent in the whole group',
  ),
  min: described(Type.Optional(nullable(Type.Number())), 'For a `number`: the smallest value'),
  max: described(Type.Optional(nullable(Type.Number())), 'For a `number`: the largest value'),
  pattern: described(
    Type.Optional(nullable(limited(Text, { maxLength: LIMITS.fieldPatternCharactersMax }))),
    'For a `text`: a regular expression that the whole value must match, with characters, classes, groups, ' +
      'alternatives and repetitions; no backreferences, no lookaround, no lazy repetitions',
  ),
  maxLength: described(
    Type.Optional(nullable(limited(Type.Integer(), { minimum: 1, maximum: LIMITS.fieldValueCharactersMax }))),
    'For fields that are written: the most characters of the value',
  ),
  placeholder: described(
    Type.Optional(nullable(Label)),
    'For fields that are written, `number` and `dropdown`: what the empty field shows',
  ),
  showIf: described(
    Type.Optional(nullable(NewCondition)),
    'Shows the field only then; not for a `signature`. Hidden, it is neither required nor in the signed document',
  ),
  formula: described(
    Type.Optional(nullable(limited(Text, { maxLength: FORMULA_CHARACTERS_MAX }))),
    'For a `number`, `date` or `text`, which the signer then cannot change: + − × ÷ ( ), `sum`, `min`, `max`, ' +
      '`round(value, places)` and `days(from, to)`, over keys of fields of the same signer or of earlier steps',
  ),
  style: described(
    Type.Object({
      width: described(Percent, 'Percent of the width of the displayed page'),
      height: described(Percent, 'Percent of the height of the displayed page'),
      color: described(Type.Optional(Color), 'Colour of the text, as #RRGGBB'),
      fontStyle: described(
        Type.Optional(nullable(Type.String({ maxLength: 100 }))),
        'The name of a font; `normal`, null and absent mean the default one',
      ),
      fontSize: described(Type.Optional(Amount), 'In points'),
      bold: described(Flag, 'Whether the text is bold'),
      italic: described(Flag, 'Whether the text is slanted'),
      underline: described(Flag, 'Whether the text is underlined'),
    }),
    'How it looks',
  ),
});

const TAGGED_TYPES = Object.values(ANCHOR_KINDS);

/** What a `{{…}}` in the text of a page asks for beside its type and its place (interface.md §5.7). */
const SuggestedTag = exact({
  label: described(nullable(Text), 'What the tag calls the field; null for nothing'),
  key: described(nullable(Text), 'The key that the field gets; null for none'),
  required: described(
    nullable(Type.Boolean()),
    'Whether it says that it must be filled in; null where it is silent',
  ),
  problem: described(
    nullable(oneOf(['type', 'option', 'key', 'size', 'doubled', 'signed'])),
    'Why it cannot become a field: what of it is not understood, a key that occurs twice, or a file that is signed ' +
      'already, in which it cannot be covered; null where it can',
  ),
});

/** A printed place of a document where a field could go, or a tag in its text. */
export const SuggestedField = exact({
  type: described(oneOf(TAGGED_TYPES), 'What is filled in'),
  page: described(Type.Integer({ minimum: 1 }), 'The page, from 1'),
  posX: described(Type.Number(), 'From the left, in percent of the page as displayed'),
  posY: described(Type.Number(), 'From the top, in percent of the page as displayed'),
  width: described(Type.Number(), 'In percent of the page'),
  height: described(Type.Number(), 'In percent of the page; its lower edge is above the printed line'),
  reason: described(Text, 'The printed words that ask for it'),
  party: described(nullable(Text), 'The printed words that say who is asked; null for none'),
  confidence: described(Type.Number({ minimum: 0, maximum: 1 }), 'How sure it is, from 0 to 1'),
  role: described(nullable(Id), 'The role of whom the page names; null where it leaves that open'),
  tag: described(
    nullable(SuggestedTag),
    'Of a tag such as `{{signature:Buyer}}`, whose text is the `reason`; null for a printed place',
  ),
});
