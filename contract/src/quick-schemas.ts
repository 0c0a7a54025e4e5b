import { Type } from 'typebox';
import { NewField } from './draft-schemas.ts';
import { QuickForm } from './form-parts.ts';
import { Email } from './request-values.ts';
import { described, exact, Id, limited, withMisfit } from './schemas.ts';

const { documentId: _document, role: _role, ...ofEveryField } = NewField.properties;

/** A field of a workflow that has no ids yet. */
export const QuickField = exact({
  ...ofEveryField,
  id: described(Type.Optional(Id), 'Any number, by which `showIf` of another field names this one'),
  documentPosition: described(
    Type.Optional(limited(Type.Integer(), { minimum: 0 })),
    'Position among the parts `document`, from 0; 0 by default',
  ),
  recipientEmail: described(Email, 'The address of the recipient who fills it in, as in `steps`'),
  step: described(
    Type.Optional(limited(Type.Integer(), { minimum: 1 })),
    'The step in which that recipient signs, from 1; the first one by default',
  ),
});

/** The quick form, with fields and their values. */
export const SendForm = Type.Object({
  ...QuickForm.properties,
  fields: described(
    withMisfit(
      Type.Optional(Type.Array(QuickField)),
      'Must be a list: fields[0][type], fields[0][page] and so on.',
    ),
    'What is filled in, and where, by the rules of the workflow family; without any, and without `placeFields`, what the PDF says is taken ' +
      '(text anchors, form fields), else a blank place for each signature',
  ),
});
