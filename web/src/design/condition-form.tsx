import { LIMITS } from '@paraph/domain';
import { Fragment, useState } from 'react';
import { signatureKindOf } from '../signing/cover-state.ts';
import { useText } from '../text/start-text.ts';
import { SelectField } from '../ui/text-field.tsx';
import type { BoardChange, BoardComparison, BoardField } from './board-state.ts';
import { CommittedText } from './committed-text.tsx';
import { comparisonOf, conditionFor, conditionTargets, conditionWith } from './rule-state.ts';

interface ConditionFormProps {
  readonly field: BoardField;
  readonly fields: readonly BoardField[];
  readonly change: (change: BoardChange) => void;
}

/** When the field is shown: always, or by answers of other fields of the same person. */
export function ConditionForm({ field, fields, change }: ConditionFormProps) {
  const t = useText('design');
  const { showIf } = field;
  const targets = conditionTargets(fields, field);
  const set = (to: BoardField['showIf']) =>
    change({ do: 'edit', edits: [{ key: field.key, change: { showIf: to } }], act: 'showIf' });
  if (targets.length === 0) return null;
  const comparisons = showIf?.comparisons ?? [];
  const labelAt = (at: number) =>
    t(at === 0 ? 'rule.showIf' : showIf?.match === 'any' ? 'rule.orIf' : 'rule.andIf');
  const asked = comparisons.length < LIMITS.fieldComparisonsMax ? [...comparisons, null] : comparisons;
  // Comparisons stay in their order, and have no other names.
  const slots = asked.map((comparison, at) => ({ name: `comparison ${at}`, at, comparison }));
  return (
    <>
      {slots.map(({ name, at, comparison }) => {
        const target = targets.find(({ key }) => key === comparison?.key);
        const put = (to: BoardComparison | null) => set(conditionWith(showIf, at, to));
        return (
          <Fragment key={name}>
            <SelectField
              label={labelAt(at)}
              value={comparison?.key ?? ''}
              onChange={({ target: { value } }) => put(value === '' ? null : { key: value, isFilled: true })}
            >
              <option value="">{t(at === 0 ? 'rule.always' : 'rule.noMore')}</option>
              {targets.map(({ key, label, page }) => (
                <option key={key} value={key}>
                  {t('rule.showIfField', { label, page })}
                </option>
              ))}
            </SelectField>
            {comparison !== null && target !== undefined && (
              <ComparisonForm key={target.key} target={target} comparison={comparison} onComparison={put} />
            )}
          </Fragment>
        );
      })}
      {showIf !== null && comparisons.length > 1 && (
        <SelectField
          label={t('rule.match')}
          value={showIf.match}
          onChange={({ target: { value } }) => set({ ...showIf, match: value === 'any' ? 'any' : 'all' })}
        >
          <option value="all">{t('rule.matchAll')}</option>
          <option value="any">{t('rule.matchAny')}</option>
        </SelectField>
      )}
    </>
  );
}

interface ComparisonFormProps {
  readonly target: BoardField;
  readonly comparison: BoardComparison;
  readonly onComparison: (comparison: BoardComparison) => void;
}

/** Fields without options can be compared with a text; the comparison is set once the text is written. */
function ComparisonForm({ target, comparison: asked, onComparison }: ComparisonFormProps) {
  const t = useText('design');
  const isWritten = target.type !== 'checkbox' && !target.options && signatureKindOf(target.type) === null;
  const [isExact, setExact] = useState(isWritten && asked.equals !== undefined);
  const choose = (comparison: string) => {
    setExact(comparison === 'exact');
    if (comparison !== 'exact') onComparison(conditionFor(target.key, comparison, asked));
  };
  return (
    <>
      <SelectField
        label={t('rule.comparison')}
        value={isExact ? 'exact' : comparisonOf(asked)}
        onChange={(event) => choose(event.target.value)}
      >
        <option value="filled">{t(target.type === 'checkbox' ? 'rule.isTicked' : 'rule.isFilled')}</option>
        <option value="empty">{t(target.type === 'checkbox' ? 'rule.isNotTicked' : 'rule.isEmpty')}</option>
        {target.options?.map(({ value, label }) => (
          <option key={value} value={`is ${value}`}>
            {t('rule.is', { label })}
          </option>
        ))}
        {asked.oneOf && <option value="list">{t('rule.isOneOf', { list: asked.oneOf.join(', ') })}</option>}
        {isWritten && <option value="exact">{t('rule.isExactly')}</option>}
      </SelectField>
      {isExact && (
        <CommittedText
          label={t('rule.exactly')}
          value={asked.equals ?? ''}
          maxLength={LIMITS.fieldValueCharactersMax}
          onValue={(text) => text.trim() !== '' && onComparison({ key: target.key, equals: text.trim() })}
        />
      )}
    </>
  );
}
