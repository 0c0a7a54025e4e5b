import { useText } from '../text/start-text.ts';
import { SelectField } from '../ui/text-field.tsx';
import type { BoardChange, BoardField } from './board-state.ts';
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
        <SelectField
          label={t('rule.comparison')}
          value={comparisonOf(showIf)}
          onChange={(event) => set(conditionFor(target.key, event.target.value, showIf))}
        >
          <option value="filled">{t(target.type === 'checkbox' ? 'rule.isTicked' : 'rule.isFilled')}</option>
          <option value="empty">{t(target.type === 'checkbox' ? 'rule.isNotTicked' : 'rule.isEmpty')}</option>
          {target.options?.map(({ value, label }) => (
            <option key={value} value={`is ${value}`}>
              {t('rule.is', { label })}
            </option>
          ))}
          {showIf.oneOf && (
            <option value="list">{t('rule.isOneOf', { list: showIf.oneOf.join(', ') })}</option>
          )}
          {showIf.equals !== undefined && !target.options && (
            <option value={comparisonOf(showIf)}>{t('rule.is', { label: showIf.equals })}</option>
          )}
        </SelectField>
      )}
    </>
  );
}
