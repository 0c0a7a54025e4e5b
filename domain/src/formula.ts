import {
  type Amount,
  addAmounts,
  type Computed,
  computedText,
  divideAmounts,
  multiplyAmounts,
  negated,
  readComputed,
  roundAmount,
  UNIT,
} from './amount.ts';

/** What a formula may call. */
const FUNCTIONS = ['sum', 'min', 'max', 'round', 'days'] as const;
type FunctionName = (typeof FUNCTIONS)[number];

/** A formula over the values of fields with a key. */
export type Formula =
  | { kind: 'number'; amount: Amount }
  | { kind: 'key'; key: string }
  | { kind: 'minus'; of: Formula }
  | { kind: 'binary'; operator: '+' | '-' | '*' | '/'; left: Formula; right: Formula }
  | { kind: 'call'; name: FunctionName; args: Formula[] };

export const FORMULA_CHARACTERS_MAX = 500;
const TOKEN = /\s*(?:(\d{1,15}(?:\.\d{1,6})?)|([a-z][a-z0-9_.]*)|([-+*/(),−–×÷]))/y;
const OPERATORS: Readonly<Record<string, string>> = { '−': '-', '–': '-', '×': '*', '÷': '/' };

class FormulaError extends Error {}

/** Parses a formula, or says in a sentence why it is none. */
export function readFormula(text: string): { formula: Formula } | { error: string } {
  if ([...text].length > FORMULA_CHARACTERS_MAX) {
    return { error: `Must have at most ${FORMULA_CHARACTERS_MAX} characters.` };
  }
  try {
    const tokens = tokensOf(text);
    const formula = new Parser(tokens).readWhole();
    return { formula };
  } catch (error) {
    if (error instanceof FormulaError) return { error: error.message };
    throw error;
  }
}

function tokensOf(text: string): string[] {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.trimEnd().length) {
    const at = TOKEN.lastIndex;
    const match = TOKEN.exec(text);
    if (!match) {
      const rest = [...text.slice(at).trim()].slice(0, 12).join('');
      throw new FormulaError(
        `Is not understood at “${rest}”: write keys of fields, numbers such as 12.5, + − × ÷, parentheses, and ` +
          `${FUNCTIONS.join(', ')}.`,
      );
    }
    const token = match[1] ?? match[2] ?? match[3] ?? '';
    tokens.push(OPERATORS[token] ?? token);
  }
  return tokens;
}

/** By precedence: sums of products of signed values. */
class Parser {
  readonly #tokens: readonly string[];
  #at = 0;

  constructor(tokens: readonly string[]) {
    this.#tokens = tokens;
  }

  readWhole(): Formula {
    const formula = this.#readSum();
    if (this.#next() !== undefined)
      throw new FormulaError(`Ends before “${this.#next()}”; an operator is missing.`);
    return formula;
  }

  #next(): string | undefined {
    return this.#tokens[this.#at];
  }

  #takes(...tokens: string[]): string | null {
    const next = this.#next();
    if (next === undefined || !tokens.includes(next)) return null;
    this.#at += 1;
    return next;
  }

  #readSum(): Formula {
    let left = this.#readProduct();
    for (let operator = this.#takes('+', '-'); operator; operator = this.#takes('+', '-')) {
      left = { kind: 'binary', operator: operator as '+' | '-', left, right: this.#readProduct() };
    }
    return left;
  }

  #readProduct(): Formula {
    let left = this.#readSigned();
    for (let operator = this.#takes('*', '/'); operator; operator = this.#takes('*', '/')) {
      left = { kind: 'binary', operator: operator as '*' | '/', left, right: this.#readSigned() };
    }
    return left;
  }

  #readSigned(): Formula {
    return this.#takes('-') ? { kind: 'minus', of: this.#readSigned() } : this.#readValue();
  }

  #readValue(): Formula {
    const token = this.#next();
    if (token === undefined)
      throw new FormulaError('Ends where a key, a number or a parenthesis is missing.');
    this.#at += 1;
    if (token === '(') {
      const inner = this.#readSum();
      if (!this.#takes(')')) throw new FormulaError('Lacks a closing parenthesis.');
      return inner;
    }
    if (/^\d/.test(token)) {
      const read = readComputed(token);
      if (read?.kind !== 'number') throw new FormulaError(`“${token}” is no number.`);
      return { kind: 'number', amount: read.amount };
    }
    if (!/^[a-z]/.test(token))
      throw new FormulaError(`“${token}” stands where a key or a number is expected.`);
    return this.#takes('(') ? this.#readCall(token) : { kind: 'key', key: token };
  }

  #readCall(name: string): Formula {
    const known = FUNCTIONS.find((each) => each === name);
    if (!known) throw new FormulaError(`There is no function ${name}; use one of ${FUNCTIONS.join(', ')}.`);
    const args = [this.#readSum()];
    while (this.#takes(',')) args.push(this.#readSum());
    if (!this.#takes(')')) throw new FormulaError('Lacks a closing parenthesis.');
    const places = args[1];
    const isWhole = (part: Formula) =>
      part.kind === 'number' && part.amount.units % UNIT === 0n && part.amount.units <= 6n * UNIT;
    if (known === 'days' && args.length !== 2) throw new FormulaError('Give days two dates: days(from, to).');
    if (known === 'round' && (args.length > 2 || (places && !isWhole(places)))) {
      throw new FormulaError('Give round a value and 0 to 6 places: round(rent, 2).');
    }
    return { kind: 'call', name: known, args };
  }
}

/** The keys that a formula names, each once. */
export function keysIn(formula: Formula): string[] {
  const keys = new Set<string>();
  const visit = (part: Formula): void => {
    if (part.kind === 'key') keys.add(part.key);
    else if (part.kind === 'minus') visit(part.of);
    else if (part.kind === 'binary') [part.left, part.right].forEach(visit);
    else if (part.kind === 'call') part.args.forEach(visit);
  };
  visit(formula);
  return [...keys];
}

/**
 * The value of a formula as a text: of a number or a day. Null where something that it needs is empty or is neither, and
 * where the result cannot be: a division by zero, or more than 15 digits. `sum`, `min` and `max` pass over empty values.
 */
export function computeFormula(formula: Formula, textOf: (key: string) => string | null): string | null {
  let hasComma = false;
  const read = (key: string) => {
    const text = textOf(key);
    const value = text === null ? null : readComputed(text);
    hasComma ||= value?.kind === 'number' && text?.includes(',') === true;
    return value;
  };
  const value = evaluate(formula, read);
  return value && computedText(value, hasComma);
}

function evaluate(formula: Formula, read: (key: string) => Computed | null): Computed | null {
  switch (formula.kind) {
    case 'number':
      return { kind: 'number', amount: formula.amount };
    case 'key':
      return read(formula.key);
    case 'minus': {
      const value = evaluate(formula.of, read);
      return value?.kind === 'number' ? { kind: 'number', amount: negated(value.amount) } : null;
    }
    case 'binary':
      return combine(formula.operator, evaluate(formula.left, read), evaluate(formula.right, read));
    case 'call':
      return call(
        formula.name,
        formula.args.map((each) => evaluate(each, read)),
      );
  }
}

function combine(
  operator: '+' | '-' | '*' | '/',
  left: Computed | null,
  right: Computed | null,
): Computed | null {
  if (left?.kind === 'number' && right?.kind === 'number') {
    const amount = {
      '+': () => addAmounts(left.amount, right.amount),
      '-': () => addAmounts(left.amount, negated(right.amount)),
      '*': () => multiplyAmounts(left.amount, right.amount),
      '/': () => divideAmounts(left.amount, right.amount),
    }[operator]();
    return amount && { kind: 'number', amount };
  }
  if (left?.kind !== 'day' || !right) return null;
  if (right.kind === 'day') {
    return operator === '-'
      ? { kind: 'number', amount: { units: BigInt(left.day - right.day) * UNIT, places: 0 } }
      : null;
  }
  const days = Number(right.amount.units / UNIT);
  if (right.amount.units % UNIT !== 0n || Math.abs(days) > 400_000) return null;
  if (operator === '+') return { kind: 'day', day: left.day + days };
  return operator === '-' ? { kind: 'day', day: left.day - days } : null;
}

function call(name: FunctionName, args: readonly (Computed | null)[]): Computed | null {
  if (name === 'days') return combine('-', args[1] ?? null, args[0] ?? null);
  if (name === 'round') {
    const [value, places] = args;
    const count = places?.kind === 'number' ? Number(places.amount.units / UNIT) : 0;
    return value?.kind === 'number' ? { kind: 'number', amount: roundAmount(value.amount, count) } : null;
  }
  const given = args.filter((each) => each !== null);
  return given.reduce<Computed | null>((best, each) => {
    if (best === null || name === 'sum') return best === null ? each : combine('+', best, each);
    if (best.kind !== each.kind) return best;
    const isLess = rankOf(each) < rankOf(best);
    return isLess === (name === 'min') ? each : best;
  }, null);
}

function rankOf(value: Computed): bigint {
  return value.kind === 'day' ? BigInt(value.day) : value.amount.units;
}
