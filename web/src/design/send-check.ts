import { type BoxSize, emailKey, readOptionSize } from '@paraph/domain';
import { violationsIn } from '../api/violations.ts';
import type { Design } from '../api/wire.ts';
import { type BoardField, rolesWithoutSignature } from './board-state.ts';

/** Why a draft cannot be sent yet. */
export type SendProblem =
  | { readonly kind: 'noSigners' }
  | { readonly kind: 'noSignature'; readonly role: number; readonly name: string }
  | { readonly kind: 'offPage'; readonly field: Pick<BoardField, 'key' | 'label' | 'page'> }
  | {
      readonly kind: 'illegible';
      readonly field: Pick<BoardField, 'key' | 'label' | 'page'>;
      readonly size: BoxSize;
    }
  | { readonly kind: 'duplicate'; readonly email: string; readonly order: number };

type Envelope = {
  readonly recipients: readonly (Pick<Design['recipients'][number], 'id' | 'email'> & {
    readonly roles: readonly { readonly id: number }[];
  })[];
  readonly steps: readonly {
    readonly order: number;
    readonly actions: readonly { readonly role: number }[];
  }[];
};
type Placed = Pick<
  BoardField,
  'key' | 'type' | 'label' | 'role' | 'page' | 'posX' | 'posY' | 'width' | 'height'
>;

/** Positions are rounded when they are saved. */
const TOLERANCE = 0.05;

/** The problems that block sending, in the order in which they are solved best. */
export function findSendProblems(
  people: readonly { readonly role: number; readonly name: string }[],
  fields: readonly Placed[],
  envelope: Envelope,
): SendProblem[] {
  if (people.length === 0) return [{ kind: 'noSigners' }];
  const without = rolesWithoutSignature(
    fields,
    people.map(({ role }) => role),
  );
  return [
    ...duplicatesOf(envelope),
    ...people
      .filter(({ role }) => without.includes(role))
      .map(({ role, name }) => ({ kind: 'noSignature', role, name }) as const),
    ...fields.filter(isOffPage).map((field) => ({ kind: 'offPage', field }) as const),
  ];
}

/** The choices whose page has no room for their words, of the error of a save. */
export function findIllegible(error: unknown, fields: readonly BoardField[]): SendProblem[] {
  return Object.entries(violationsIn(error)).flatMap(([at, sentence]) => {
    const [, index] = /^fields\[(\d+)\]\[options\]$/.exec(at) ?? [];
    const field = fields[Number(index ?? -1)];
    const size = readOptionSize(sentence);
    return field && size ? [{ kind: 'illegible', field, size } as const] : [];
  });
}

function isOffPage({ posX, posY, width, height }: Placed): boolean {
  const ends = [posX + width, posY + height];
  return Math.min(posX, posY) < -TOLERANCE || Math.max(...ends) > 100 + TOLERANCE;
}

/** The addresses that are named twice in a step. */
function duplicatesOf({ recipients, steps }: Envelope): SendProblem[] {
  const emailOf = (role: number) =>
    recipients.find(({ roles }) => roles.some(({ id }) => id === role))?.email;
  return steps.flatMap(({ order, actions }) => {
    const emails = actions.flatMap(({ role }) => emailOf(role) ?? []);
    const again = emails.filter(
      (email, index) => emails.findIndex((each) => emailKey(each) === emailKey(email)) < index,
    );
    return [...new Set(again)].map((email) => ({ kind: 'duplicate', email, order }) as const);
  });
}
