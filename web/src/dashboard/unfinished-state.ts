import { FOLLOWER_TIMES, IDENTIFICATIONS, isRecord, SIGNING_LANGUAGES, WORKFLOW_TYPES } from '@paraph/domain';
import { randomKey } from '../api/random-key.ts';
import { DAYS_DEFAULT, type Deadline } from './deadline-state.ts';
import type { SendFollower } from './follower-state.ts';
import { emptyDraft, type SendDraft } from './send-state.ts';
import type { SendPerson, SendStep } from './send-steps.ts';

/** What was entered as a text, with the place of each stored file in their order. Keys of rows are made anew. */
export function contentOf(
  draft: SendDraft,
  fileIds: readonly number[],
  annexIds: readonly number[] = [],
): string {
  const { name, type, message, deadline, start, mayReassign, reminders } = draft;
  const followers = draft.followers.map(({ key: _key, ...follower }) => follower);
  const steps = draft.steps.map(({ key: _step, people, ...step }) => ({
    ...step,
    people: people.map(({ key: _key, witness = '', ...person }) => {
      // A signer is named by the place in the step.
      const place = people.findIndex(({ key }) => key === witness);
      return { ...person, witness: place < 0 ? witness : place };
    }),
  }));
  const entered = { name, type, message, deadline, start, mayReassign, reminders, followers };
  return JSON.stringify({ ...entered, steps, fileIds, annexIds });
}

/** The name in a content; empty where it has none. */
export function nameIn(content: string): string {
  return textOf(parsed(content)?.name);
}

/** What was entered, of which each part is taken only as it should be: an earlier page may have written it. */
export function draftOf(content: string, files: ReadonlyMap<number, File>): SendDraft | null {
  const entered = parsed(content);
  if (!entered) return null;
  const empty = emptyDraft(randomKey());
  const steps = listOf(entered.steps).flatMap((step) => (isRecord(step) ? [stepOf(step)] : []));
  return {
    name: textOf(entered.name),
    type: oneOf(WORKFLOW_TYPES, entered.type) ?? 'simple',
    message: textOf(entered.message),
    files: listOf(entered.fileIds).flatMap((id) => files.get(Number(id)) ?? []),
    annexes: listOf(entered.annexIds).flatMap((id) => files.get(Number(id)) ?? []),
    steps: steps.length > 0 ? steps : empty.steps,
    deadline: deadlineOf(entered.deadline),
    start: typeof entered.start === 'string' ? entered.start : null,
    mayReassign: entered.mayReassign === true,
    reminders: typeof entered.reminders === 'string' ? entered.reminders : null,
    followers: listOf(entered.followers).flatMap((each) => (isRecord(each) ? [followerOf(each)] : [])),
  };
}

function stepOf({ type, people, required }: Record<string, unknown>): SendStep {
  const listed = listOf(people).flatMap((person) => (isRecord(person) ? [personOf(person)] : []));
  const witnessed = listed.map((person, index) => withWitness(person, listed, listOf(people)[index]));
  const [first = { key: randomKey(), name: '', email: '' }, ...others] = witnessed;
  const step: SendStep = {
    key: randomKey(),
    type: type === 'review' ? 'review' : 'sign',
    people: [first, ...others],
  };
  return typeof required === 'number' ? { ...step, required } : step;
}

function withWitness(person: SendPerson, people: readonly SendPerson[], entered: unknown): SendPerson {
  const witness = isRecord(entered) ? entered.witness : undefined;
  const named = witness === 'asked' ? witness : people[typeof witness === 'number' ? witness : -1]?.key;
  return named === undefined ? person : { ...person, witness: named };
}

function personOf(person: Record<string, unknown>): SendPerson {
  return {
    key: randomKey(),
    name: textOf(person.name),
    email: textOf(person.email),
    phone: textOf(person.phone),
    language: oneOf(SIGNING_LANGUAGES, person.language) ?? '',
    identification: oneOf(IDENTIFICATIONS, person.identification) ?? '',
  };
}

function followerOf(follower: Record<string, unknown>): SendFollower {
  return {
    key: randomKey(),
    name: textOf(follower.name),
    email: textOf(follower.email),
    language: oneOf(SIGNING_LANGUAGES, follower.language) ?? '',
    when: oneOf(FOLLOWER_TIMES, follower.when) ?? 'end',
    of: textOf(follower.of),
  };
}

function deadlineOf(value: unknown): Deadline {
  if (isRecord(value) && typeof value.moment === 'string') return { moment: value.moment };
  return { days: isRecord(value) && typeof value.days === 'number' ? value.days : DAYS_DEFAULT };
}

function parsed(content: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(content);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function oneOf<Word extends string>(words: readonly Word[], value: unknown): Word | null {
  return words.find((word) => word === value) ?? null;
}
