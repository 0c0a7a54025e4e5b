import { LIMITS } from '@paraph/domain';
import { useState } from 'react';
import { signatureKindOf } from '../signing/cover-state.ts';
import { useText } from '../text/start-text.ts';
import { SelectField } from '../ui/text-field.tsx';
import type { BoardChange, BoardCondition, BoardField } from './board-state.ts';
import { CommittedText } from './committed-text.tsx';
import { comparisonOf, conditionFor, conditionTargets } from './rule-state.ts';

interface ConditionFormProps {
  readonly field: BoardField;
  readonly fields: readonly BoardField[];
  readonly change: (change: BoardChange) => void;
}

/** When the field is shown: always, or by the answer of another field of the same person. */
export function ConditionForm({ field, fields, change }: ConditionFormProps) {
  const t = useText('design');
  const { showIf } = field;
  const targets = conditionTargets(fields, field);
  const target = targets.find(({ key }) => key === showIf?.key);
  const set = (to: BoardField['showIf']) =>
    change({ do: 'edit', edits: [{ key: field.key, change: { showIf: to } }], act: 'showIf' });
  if (targets.length === 0) return null;
  return (
    <>
      <SelectField
        label={t('rule.showIf')}
        value={showIf?.key ?? ''}
        onChange={({ target: { value } }) => set(value === '' ? null : { key: value, isFilled: true })}
      >
        <option value="">{t('rule.always')}</option>
        {targets.map(({ key, label, page }) => (
          <option key={key} value={key}>
            {t('rule.showIfField', { label, page })}
          </option>
        ))}
      </SelectField>
      {showIf !== null && target !== undefined && (
        <Comparison key={target.key} target={target} showIf={showIf} onCondition={set} />
      )}
    </>
  );
}

interface ComparisonProps {
  readonly target: BoardField;
  readonly showIf: BoardCondition;
  readonly onCondition: (condition: BoardCondition) => void;
}

/** Fields without options can be compared with a text; the condition is set once the text is written. */
function Comparison({ target, showIf, onCondition }: ComparisonProps) {
  const t = useText('design');
  const isWritten = target.type !== 'checkbox' && !target.options && signatureKindOf(target.type) === null;
  const [isExact, setExact] = useState(isWritten && showIf.equals !== undefined);
  const choose = (comparison: string) => {
    setExact(comparison === 'exact');
    if (comparison !== 'exact') onCondition(conditionFor(target.key, comparison, showIf));
  };
  return (
    <>
      <SelectField
        label={t('rule.comparison')}
        value={isExact ? 'exact' : comparisonOf(showIf)}
        onChange={(event) => choose(event.target.value)}
      >
        <option value="filled">{t(target.type === 'checkbox' ? 'rule.isTicked' : 'rule.isFilled')}</option>
        <option value="empty">{t(target.type === 'checkbox' ? 'rule.isNotTicked' : 'rule.isEmpty')}</option>
        {target.options?.map(({ value, label }) => (
          <option key={value} value={`is ${value}`}>
            {t('rule.is', { label })}
          </option>
        ))}
        {showIf.oneOf && <option value="list">{t('rule.isOneOf', { list: showIf.oneOf.join(', ') })}</option>}
        {isWritten && <option value="exact">{t('rule.isExactly')}</option>}
      </SelectField>
      {isExact && (
        <CommittedText
          label={t('rule.exactly')}
          value={showIf.equals ?? ''}
          maxLength={LIMITS.fieldValueCharactersMax}
          onValue={(text) => text.trim() !== '' && onCondition({ key: target.key, equals: text.trim() })}
        />
      )}
    </>
  );
}
