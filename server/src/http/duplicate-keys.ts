import type { Violations } from '@paraph/domain';
import { bracketed } from './unknown-keys.ts';

/** How deep a body may be nested; nothing that is read here is half as deep. */
export const JSON_DEPTH_MAX = 256;
const PATH_CHARACTERS_MAX = 200;

interface Frame {
  /** The keys so far; null for a list. */
  keys: Set<string> | null;
  /** The key or index of the value being scanned. */
  at: string | number;
  awaitsKey: boolean;
}

/**
 * Finds duplicate keys in an object, which programs interpret differently (RFC 8259 §4). One pass over a text that is
 * that was parsed as JSON before; compares keys after decoding escapes.
 *
 * @returns the parameter in bracket notation and its problem; null without one
 */
export function findKeyProblem(json: string): Violations | null {
  const frames: Frame[] = [];
  for (let index = 0; index < json.length; index += 1) {
    const character = json[index];
    const frame = frames.at(-1);
    if (character === '"') {
      const end = endOfString(json, index);
      if (frame?.awaitsKey && frame.keys) {
        frame.at = readKey(json.slice(index, end + 1));
        frame.awaitsKey = false;
        if (frame.keys.has(frame.at)) return problemAt(frames, 'Is given more than once; give it once.');
        frame.keys.add(frame.at);
      }
      index = end;
    } else if (character === '{' || character === '[') {
      if (frames.length >= JSON_DEPTH_MAX) {
        return problemAt(frames, `Is nested deeper than ${JSON_DEPTH_MAX} levels.`);
      }
      const isObject = character === '{';
      frames.push({ keys: isObject ? new Set() : null, at: isObject ? '' : 0, awaitsKey: isObject });
    } else if (character === '}' || character === ']') frames.pop();
    else if (character === ',' && frame) {
      if (typeof frame.at === 'number') frame.at += 1;
      else frame.awaitsKey = true;
    }
  }
  return null;
}

function endOfString(json: string, start: number): number {
  let index = start + 1;
  while (json[index] !== '"') index += json[index] === '\\' ? 2 : 1;
  return index;
}

function readKey(literal: string): string {
  return literal.includes('\\') ? (JSON.parse(literal) as string) : literal.slice(1, -1);
}

function problemAt(frames: readonly Frame[], sentence: string): Violations {
  const path = bracketed(frames.map(({ at }) => at));
  return { [path.slice(0, PATH_CHARACTERS_MAX).toWellFormed() || 'body']: sentence };
}
