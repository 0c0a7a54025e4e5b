import type { Operation } from '@paraph/contract';
import { fits } from './lenient.ts';

let checking = false;

/** Has every answer compared with the contract from now on; the tests ask for it. */
export function checkAnswers(): void {
  checking = true;
}

/** An answer with an undeclared, missing or misshapen field is a bug of ours. */
export function checkAnswer(operation: Operation, answer: unknown): void {
  if (!checking || typeof operation.answer !== 'object' || operation.answer === null) return;
  const problem = fits(operation.answer, answer);
  if (problem !== null) throw new Error(`${operation.path} answered outside its contract: ${problem}`);
}
