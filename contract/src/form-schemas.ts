import { Type } from 'typebox';
import { described, exact, nullable, oneOf, Text } from './schemas.ts';
import { FieldOption } from './workflow-schemas.ts';

const PdfFormField = exact({
  name: described(Text, 'Its full name in the PDF'),
  kind: described(oneOf(['checkbox', 'dropdown', 'radio', 'signature', 'text']), 'What kind it is'),
  label: described(Text, 'The name of the field as people read it'),
  required: Type.Boolean(),
  maxLength: described(nullable(Type.Integer()), 'The most characters of a text'),
  value: described(nullable(Text), 'The text, or the value of the chosen option'),
  options: described(nullable(Type.Array(FieldOption)), 'The choices of a dropdown'),
  fontSize: described(nullable(Type.Number()), 'In points'),
  places: described(
    Type.Array(
      exact({
        page: described(Type.Integer({ minimum: 1 }), 'Page of the document, from 1'),
        posX: described(Type.Number(), 'Percent of the displayed page, from its left edge'),
        posY: described(Type.Number(), 'Percent of the displayed page, from its top edge'),
        width: described(Type.Number(), 'Percent of the width of the displayed page'),
        height: described(Type.Number(), 'Percent of the height of the displayed page'),
        isOn: Type.Boolean({ description: 'Whether a checkbox or radio is ticked' }),
        option: described(nullable(FieldOption), 'What a radio stands for'),
      }),
    ),
    'Where it is seen',
  ),
});

/** The form that an uploaded PDF brings along. */
export const PdfForm = exact({
  fields: described(Type.Array(PdfFormField), 'Those whose place a field can take'),
  total: described(Type.Integer(), 'How many fields the form has'),
  isSigned: Type.Boolean({ description: 'Signed already: the form stays as it is' }),
});
