import { invalid } from './refusal.ts';

export const PARTY_AS_WITNESS =
  'A witness is no party: this person signs or reviews in this workflow. Name another one.';

interface WitnessedAction {
  recipientId: number;
  /** The recipient whose witness they are; absent for who is none. */
  witnessOf?: number | null;
}

/** @throws Refusal `VALIDATION_ERROR` where a witness signs or reviews for themselves as well */
export function requireIndependentWitnesses(actions: readonly WitnessedAction[]): void {
  const parties = actions.filter(({ witnessOf }) => witnessOf == null).map(({ recipientId }) => recipientId);
  const isParty = ({ recipientId, witnessOf }: WitnessedAction) =>
    witnessOf != null && parties.includes(recipientId);
  if (actions.some(isParty)) throw invalid({ steps: PARTY_AS_WITNESS });
}
