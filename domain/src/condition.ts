/** What is asked of another field of the same role: one of the three. */
export interface Comparison {
  fieldId: number;
  equals?: string;
  oneOf?: string[];
  isFilled?: boolean;
}

/** When a field is shown: one comparison, or several that all, or of which any, must hold. */
export interface ShowCondition extends Partial<Comparison> {
  all?: Comparison[];
  any?: Comparison[];
}

/** The comparisons of a condition. */
export function comparisonsIn({ all, any, ...single }: ShowCondition): readonly Comparison[] {
  return all ?? any ?? [single as Comparison];
}

/** The condition with other comparisons, or with less of them; null where none is left. */
export function withComparisons(
  condition: ShowCondition,
  change: (comparison: Comparison) => Comparison | null,
): ShowCondition | null {
  const comparisons = comparisonsIn(condition).flatMap((each) => change(each) ?? []);
  if (comparisons.length === 0) return null;
  if (condition.all) return { all: comparisons };
  return condition.any ? { any: comparisons } : (comparisons[0] ?? null);
}

interface ComparisonRequest {
  fieldId?: number | undefined;
  equals?: string | undefined;
  oneOf?: readonly string[] | undefined;
  isFilled?: boolean | undefined;
}

export interface ConditionRequest extends ComparisonRequest {
  all?: readonly ComparisonRequest[] | undefined;
  any?: readonly ComparisonRequest[] | undefined;
}

/** A condition as it is stored. */
export function readCondition({ all, any, ...single }: ConditionRequest): ShowCondition {
  return {
    ...(all || any ? {} : readComparison(single)),
    ...(all ? { all: all.map(readComparison) } : {}),
    ...(any ? { any: any.map(readComparison) } : {}),
  };
}

/** No field has the id 0, which stands for none. */
function readComparison({ fieldId = 0, equals, oneOf, isFilled }: ComparisonRequest): Comparison {
  return {
    fieldId,
    ...(equals === undefined ? {} : { equals }),
    ...(oneOf === undefined ? {} : { oneOf: [...oneOf] }),
    ...(isFilled === undefined ? {} : { isFilled }),
  };
}
