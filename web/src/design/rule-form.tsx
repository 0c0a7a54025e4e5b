import {
  type FieldRules,
  FORMULA_CHARACTERS_MAX,
  hasRule,
  isFilledByService,
  isReference,
  LIMITS,
  TICKED,
} from '@paraph/domain';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { useText } from '../text/start-text.ts';
import { Checkbox } from '../ui/checkbox.tsx';
import { SelectField, TextArea, TextField } from '../ui/text-field.tsx';
import type { BoardChange, BoardField } from './board-state.ts';
import { CommittedText } from './committed-text.tsx';
import { ConditionForm } from './condition-form.tsx';
import { NumberInput } from './number-input.tsx';
import {
  dataKeyEdits,
  dataKeyFrom,
  formulaProblem,
  groupEdit,
  groupNames,
  limitEdits,
  optionsFrom,
} from './rule-state.ts';

export interface RuleFormProps {
  readonly field: BoardField;
  /** All fields of the board. */
  readonly fields: readonly BoardField[];
  readonly change: (change: BoardChange) => void;
}

/** What may be filled in, and when: the rules that the type can have. */
export function RuleForm(props: RuleFormProps) {
  const { field, change } = props;
  const t = useText('design');
  const edit = (to: Partial<BoardField>, act: string) =>
    change({ do: 'edit', edits: [{ key: field.key, change: to }], act });
  // Of what is computed, nothing else is to be said.
  const isWritten = field.formula === null;
  const has = (rule: keyof FieldRules | 'readOnly') => hasRule(field.type, rule);
  return (
    <>
      {has('options') && <OptionsInput field={field} edit={edit} />}
      {isWritten && <ValueInput field={field} edit={edit} />}
      {has('formula') && <FormulaInput {...props} edit={edit} />}
      {isWritten && has('readOnly') && field.type !== 'stamp' && (
        <Checkbox
          label={t('rule.readOnly')}
          checked={field.readOnly}
          onChange={(event) => edit({ readOnly: event.target.checked }, 'readOnly')}
        />
      )}
      {has('group') && <GroupInputs {...props} />}
      {isWritten && has('min') && (
        <Pair>
          {(['min', 'max'] as const).map((rule) => (
            <NumberInput
              key={rule}
              label={t(`rule.${rule}`)}
              isOptional
              value={field[rule]}
              onValue={(value) => edit({ [rule]: value }, rule)}
            />
          ))}
        </Pair>
      )}
      {isWritten && has('maxLength') && (
        <NumberInput
          label={t('rule.maxLength')}
          isOptional
          min={1}
          max={LIMITS.fieldValueCharactersMax}
          step={1}
          value={field.maxLength}
          onValue={(value) => edit({ maxLength: value === null ? null : Math.round(value) }, 'maxLength')}
        />
      )}
      {isWritten && has('pattern') && (
        <CommittedText
          label={t('rule.pattern')}
          hint={t('rule.patternHint', { example: '[A-Z]{2}[0-9]{4}' })}
          maxLength={LIMITS.fieldPatternCharactersMax}
          value={field.pattern ?? ''}
          onValue={(text) => edit({ pattern: text || null }, 'pattern')}
        />
      )}
      {isWritten && has('placeholder') && (
        <TextField
          label={t('rule.placeholder')}
          maxLength={LIMITS.nameCharactersMax}
          value={field.placeholder ?? ''}
          onChange={(event) => edit({ placeholder: event.target.value || null }, 'placeholder')}
        />
      )}
      {has('showIf') && <ConditionForm {...props} />}
      {has('key') && <KeyInput {...props} />}
    </>
  );
}

type Edit = (to: Partial<BoardField>, act: string) => void;

function Pair({ children }: { children: ReactNode }) {
  return <div className="grid grid-cols-2 gap-2">{children}</div>;
}

function OptionsInput({ field, edit }: { field: BoardField; edit: Edit }) {
  const t = useText('design');
  const before = field.options ?? [];
  const shown = before.map(({ label }) => label).join('\n');
  const [text, setText] = useState(shown);
  useEffect(() => setText(shown), [shown]);
  const commit = () => {
    const options = optionsFrom(text, before);
    const isSame = options.map(({ label }) => label).join('\n') === shown;
    if (isSame || options.length === 0) setText(shown);
    else {
      const isStillOffered = options.some(({ value }) => value === field.value);
      edit({ options, value: isStillOffered ? field.value : null }, 'options');
    }
  };
  return (
    <TextArea
      label={t('rule.options')}
      hint={t('rule.optionsHint')}
      rows={Math.min(8, Math.max(3, before.length + 1))}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onBlur={commit}
    />
  );
}

/** What the field says from the start. */
function ValueInput({ field, edit }: { field: BoardField; edit: Edit }) {
  const t = useText('design');
  const { type, value, options } = field;
  const set = (text: string) => edit({ value: text === '' ? null : text }, 'value');
  if (isReference(type) || isFilledByService(field)) return null;
  if (type === 'checkbox') {
    return (
      <Checkbox
        label={t('rule.ticked')}
        checked={value !== null}
        onChange={(event) => set(event.target.checked ? TICKED : '')}
      />
    );
  }
  const label = t(type === 'stamp' ? 'rule.stamp' : 'rule.value');
  if (options !== null) {
    return (
      <SelectField label={label} value={value ?? ''} onChange={(event) => set(event.target.value)}>
        <option value="">{t('rule.noValue')}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </SelectField>
    );
  }
  return (
    <CommittedText
      label={label}
      maxLength={LIMITS.fieldValueCharactersMax}
      value={value ?? ''}
      onValue={set}
    />
  );
}

function KeyInput({ field, fields, change }: RuleFormProps) {
  const t = useText('design');
  const commit = (text: string) => {
    const dataKey = dataKeyFrom(text, fields, field);
    change({ do: 'edit', edits: dataKeyEdits(fields, field, dataKey), act: 'key' });
  };
  return (
    <CommittedText
      label={t('rule.key')}
      hint={t('rule.keyHint')}
      maxLength={LIMITS.nameCharactersMax}
      value={field.dataKey ?? ''}
      onValue={commit}
    />
  );
}

/** What cannot be computed is said and not saved. */
function FormulaInput({ field, fields, edit }: RuleFormProps & { edit: Edit }) {
  const t = useText('design');
  const [refused, setRefused] = useState<string | null>(null);
  const commit = (text: string) => {
    const problem = formulaProblem(text, fields, field);
    setRefused(problem);
    // What the type can have of it, it gets from the formula.
    const readOnly = field.type === 'date' ? field.readOnly : text !== '';
    const rules =
      text === '' ? {} : { min: null, max: null, maxLength: null, pattern: null, placeholder: null };
    if (problem === null) edit({ ...rules, formula: text || null, value: null, readOnly }, 'formula');
  };
  return (
    <CommittedText
      label={t('rule.formula')}
      hint={t('rule.formulaHint', { example: 'round(rent * 12, 2)' })}
      error={refused ?? undefined}
      maxLength={FORMULA_CHARACTERS_MAX}
      value={field.formula ?? ''}
      onValue={commit}
    />
  );
}

function GroupInputs({ field, fields, change }: RuleFormProps) {
  const t = useText('design');
  const listId = useId();
  const isCounted = field.type === 'checkbox' && field.group !== null;
  return (
    <>
      <CommittedText
        label={t('rule.group')}
        hint={t(field.type === 'radio' ? 'rule.groupOfRadios' : 'rule.groupOfBoxes')}
        list={listId}
        maxLength={LIMITS.nameCharactersMax}
        value={field.group ?? ''}
        onValue={(name) => change({ do: 'edit', edits: [groupEdit(fields, field, name)], act: 'group' })}
      />
      <datalist id={listId}>
        {groupNames(fields, field).map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      {isCounted && (
        <Pair>
          {(['groupMin', 'groupMax'] as const).map((rule) => (
            <NumberInput
              key={rule}
              label={t(`rule.${rule}`)}
              isOptional
              min={1}
              step={1}
              value={field[rule]}
              onValue={(value) => {
                const limit = value === null ? null : Math.round(value);
                change({ do: 'edit', edits: limitEdits(fields, field, { [rule]: limit }), act: rule });
              }}
            />
          ))}
        </Pair>
      )}
    </>
  );
}
