/**
 * Patterns of text fields: a subset of regular expressions that is matched in linear time. JavaScript's own matcher
 * backtracks, so that a sender's pattern such as `(a+)+b` could block the service and the signer's page. The subset has
 * no backreferences and no lookaround, is matched against the whole value, and all its states advance together
 * (R. Cox, Regular Expression Matching Can Be Simple And Fast).
 */

type Test = (character: string) => boolean;
type Node =
  | { kind: 'one'; test: Test }
  | { kind: 'sequence'; nodes: readonly Node[] }
  | { kind: 'choice'; nodes: readonly Node[] }
  | { kind: 'repeat'; node: Node; min: number; max: number };

/** A state of the automaton: consumes a character, or goes on in both directions without one. */
type State = { test: Test } | { next: number[] };

export interface Pattern {
  matches(value: string): boolean;
}

const STATES_MAX = 2_000;
const REPEATS_MAX = 1_000;
const CATEGORIES = ['L', 'Lu', 'Ll', 'N', 'Nd', 'P', 'S', 'Z'];

/** Why a text is no pattern, as a sentence with the remedy. */
class PatternError extends Error {}

/** Compiles a pattern; a text that is none is answered with the reason. */
export function readPattern(source: string): Pattern | { error: string } {
  try {
    const states = compile(new Parser(source).read());
    return { matches: (value) => run(states, value) };
  } catch (error) {
    if (error instanceof PatternError) return { error: error.message };
    throw error;
  }
}

class Parser {
  readonly #characters: string[];
  #at = 0;

  constructor(source: string) {
    // The whole value must match in any case; these anchors change nothing.
    const inner = source.replace(/^\^/, '').replace(/(?<!\\)((?:\\\\)*)\$$/, '$1');
    this.#characters = [...inner];
  }

  read(): Node {
    const node = this.#choice();
    if (this.#at < this.#characters.length) throw new PatternError('Closes a group that is not open: ")".');
    return node;
  }

  #next(): string | undefined {
    return this.#characters[this.#at];
  }

  #skip(text: string): boolean {
    const isThere = this.#characters.slice(this.#at, this.#at + text.length).join('') === text;
    if (isThere) this.#at += text.length;
    return isThere;
  }

  #choice(): Node {
    const choices = [this.#sequence()];
    while (this.#skip('|')) choices.push(this.#sequence());
    return choices.length === 1 && choices[0] ? choices[0] : { kind: 'choice', nodes: choices };
  }

  #sequence(): Node {
    const sequence: Node[] = [];
    for (let next = this.#next(); next !== undefined && next !== '|' && next !== ')'; next = this.#next()) {
      sequence.push(this.#repeated(this.#atom(next)));
    }
    return { kind: 'sequence', nodes: sequence };
  }

  #atom(first: string): Node {
    this.#at += 1;
    if (first === '(') return this.#group();
    if (first === '[') return { kind: 'one', test: this.#characterClass() };
    if (first === '\\') return { kind: 'one', test: this.#escape() };
    if (first === '.') return { kind: 'one', test: (character) => !/[\n\r\u2028\u2029]/.test(character) };
    if ('*+?{}]^$'.includes(first)) {
      throw new PatternError(`Has "${first}" where it means nothing; write "\\${first}" for the character.`);
    }
    return { kind: 'one', test: (character) => character === first };
  }

  #group(): Node {
    if (!this.#skip('?:') && this.#next() === '?') {
      throw new PatternError('Must not look around: of the groups with "(?", only "(?:" is allowed.');
    }
    const inner = this.#choice();
    if (!this.#skip(')')) throw new PatternError('Does not close a group: ")" is missing.');
    return inner;
  }

  #repeated(node: Node): Node {
    const next = this.#next();
    if (next === '*' || next === '+' || next === '?') {
      this.#at += 1;
      const max = next === '?' ? 1 : Number.POSITIVE_INFINITY;
      return this.#onceOnly({ kind: 'repeat', node, min: next === '+' ? 1 : 0, max });
    }
    if (next !== '{') return node;
    const rest = this.#characters.slice(this.#at, this.#at + 12).join('');
    const [whole = '', low, comma, high] = /^\{(\d{1,4})(,?)(\d{0,4})\}/.exec(rest) ?? [];
    const min = Number(low);
    const max = comma === '' ? min : high === '' ? Number.POSITIVE_INFINITY : Number(high);
    const isSound = whole !== '' && (comma !== '' || high === '') && min <= max && min <= REPEATS_MAX;
    if (!isSound || (max !== Number.POSITIVE_INFINITY && max > REPEATS_MAX)) {
      throw new PatternError(`Must count repetitions as {2}, {2,} or {2,5}, up to ${REPEATS_MAX}.`);
    }
    this.#at += whole.length;
    return this.#onceOnly({ kind: 'repeat', node, min, max });
  }

  #onceOnly(node: Node): Node {
    if ('*+?{'.includes(this.#next() ?? ' ')) {
      throw new PatternError('Repeats a repetition; put the inner one in a group: (?:…).');
    }
    return node;
  }

  #escape(): Test {
    const letter = this.#next();
    if (letter === undefined) throw new PatternError('Must not end with a single "\\".');
    this.#at += 1;
    const classes: Record<string, RegExp> = {
      d: /^[0-9]$/,
      D: /^[^0-9]$/u,
      w: /^[A-Za-z0-9_]$/,
      W: /^[^A-Za-z0-9_]$/u,
      s: /^\s$/u,
      S: /^\S$/u,
      t: /^\t$/,
      n: /^\n$/,
    };
    const expression = letter === 'p' || letter === 'P' ? this.#category(letter) : classes[letter];
    if (expression) return (character) => expression.test(character);
    if (/[A-Za-z0-9]/.test(letter)) {
      throw new PatternError(
        `Must not use "\\${letter}"; allowed are \\d \\w \\s \\t \\n \\p{L} and their capitals.`,
      );
    }
    return (character) => character === letter;
  }

  #category(letter: 'p' | 'P'): RegExp {
    const name = /^\{([A-Z][a-z]?)\}/.exec(this.#characters.slice(this.#at, this.#at + 4).join(''))?.[1];
    if (!name || !CATEGORIES.includes(name)) {
      throw new PatternError(`Must name one of these after \\${letter}: {${CATEGORIES.join('}, {')}}.`);
    }
    this.#at += name.length + 2;
    return new RegExp(`^\\${letter}{${name}}$`, 'u');
  }

  #characterClass(): Test {
    const isNegated = this.#skip('^');
    const tests: Test[] = [];
    while (!this.#skip(']')) tests.push(this.#classMember());
    return (character) => tests.some((test) => test(character)) !== isNegated;
  }

  #classMember(): Test {
    const first = this.#classCharacter();
    const isRange = this.#next() === '-' && this.#characters[this.#at + 1] !== ']';
    if (!isRange) return typeof first === 'string' ? (character) => character === first : first;
    this.#at += 1;
    const last = this.#classCharacter();
    if (typeof first !== 'string' || typeof last !== 'string' || codeOf(last) < codeOf(first)) {
      throw new PatternError('Must give ranges of characters in ascending order, such as [a-z].');
    }
    return (character) => codeOf(character) >= codeOf(first) && codeOf(character) <= codeOf(last);
  }

  /** A character, or the test of an escape that stands for many. */
  #classCharacter(): string | Test {
    const character = this.#next();
    if (character === undefined)
      throw new PatternError('Does not close a class of characters: "]" is missing.');
    this.#at += 1;
    if (character === '[') throw new PatternError('Has "[" in a class of characters; write "\\[".');
    if (character !== '\\') return character;
    const escaped = this.#next() ?? '';
    if (!/^[A-Za-z0-9]?$/.test(escaped)) {
      this.#at += 1;
      return escaped;
    }
    return this.#escape();
  }
}

function codeOf(character: string): number {
  return character.codePointAt(0) ?? 0;
}

/** The last state accepts. */
function compile(node: Node): State[] {
  const states: State[] = [];
  emit(states, node);
  states.push({ next: [] });
  return states;
}

function push(states: State[], state: State): number {
  if (states.length >= STATES_MAX)
    throw new PatternError('Is too long with its repetitions; make it simpler.');
  return states.push(state) - 1;
}

function emit(states: State[], node: Node): void {
  switch (node.kind) {
    case 'one':
      push(states, { test: node.test });
      return;
    case 'sequence':
      for (const child of node.nodes) emit(states, child);
      return;
    case 'choice':
      emitChoice(states, node.nodes);
      return;
    case 'repeat':
      emitRepeat(states, node);
  }
}

function emitChoice(states: State[], nodes: readonly Node[]): void {
  const fork: number[] = [];
  push(states, { next: fork });
  const ends: number[][] = [];
  for (const child of nodes) {
    fork.push(states.length);
    emit(states, child);
    const end: number[] = [];
    push(states, { next: end });
    ends.push(end);
  }
  for (const end of ends) end.push(states.length);
}

function emitRepeat(states: State[], { node: repeated, min, max }: Extract<Node, { kind: 'repeat' }>): void {
  for (let count = 0; count < min; count += 1) emit(states, repeated);
  if (max === Number.POSITIVE_INFINITY) {
    const fork: number[] = [];
    const start = push(states, { next: fork });
    fork.push(states.length);
    emit(states, repeated);
    push(states, { next: [start] });
    fork.push(states.length);
    return;
  }
  const forks: number[][] = [];
  for (let count = min; count < max; count += 1) {
    const fork = [states.length + 1];
    push(states, { next: fork });
    forks.push(fork);
    emit(states, repeated);
  }
  for (const fork of forks) fork.push(states.length);
}

function run(states: readonly State[], value: string): boolean {
  let current = closure(states, [0]);
  for (const character of value) {
    const reached: number[] = [];
    for (const at of current) {
      const state = states[at];
      if (state && 'test' in state && state.test(character)) reached.push(at + 1);
    }
    current = closure(states, reached);
    if (current.size === 0) return false;
  }
  return current.has(states.length - 1);
}

/** All states that are reached without another character. */
function closure(states: readonly State[], from: readonly number[]): Set<number> {
  const seen = new Set<number>();
  const open = [...from];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (seen.has(at)) continue;
    seen.add(at);
    const state = states[at];
    if (state && 'next' in state) open.push(...state.next);
  }
  return seen;
}
