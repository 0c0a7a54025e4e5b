import {
  chooseIdentification,
  type Identification,
  type LevelFacts,
  NOTHING_SET_UP,
  type WorkflowType,
} from '@paraph/domain';
import type { LevelOffers, Step } from '../api/wire.ts';

/** What the server offers, as the rules of the domain ask for it; the least while it is not known. */
export function levelFactsOf(offers: LevelOffers | undefined): LevelFacts {
  if (!offers) return NOTHING_SET_UP;
  const { levels, identifications, defaultIdentification } = offers;
  const has = (name: LevelOffers['identifications'][number]['identification']) =>
    identifications.some(({ identification, offered }) => offered && identification === name);
  const supported = levels.filter(({ offered }) => offered).map(({ type }) => type);
  return {
    ...NOTHING_SET_UP,
    supported,
    textMessages: has('code-sms'),
    mailCodes: has('code-mail'),
    passkeys: has('passkey'),
    identityProviders: has('identity-provider'),
    trustServiceProviders: supported.includes('qualified'),
    sandbox: isSandboxOffered('qualified', offers),
    defaultIdentification,
  };
}

/** What a signer will be asked for where the sender chooses nothing; null where nothing is offered that suits them. */
export function usualIdentification(
  offers: LevelOffers | undefined,
  { phone = '' }: { phone?: string | undefined },
): Identification | null {
  const contact = { phone: phone.trim() || null, language: null, identification: null };
  return chooseIdentification('advanced', contact, levelFactsOf(offers));
}

/** Whether the role of the sender may ask for a level; true while it is not known. */
export function isPermitted(type: WorkflowType, offers: LevelOffers | undefined): boolean {
  return offers?.levels.find((each) => each.type === type)?.permitted ?? true;
}

/** What a level lacks to be offered; null where it is, as the simple one always is. */
export function missingOf(type: WorkflowType, offers: LevelOffers | undefined): string | null {
  if (type === 'simple') return null;
  const offer = offers?.levels.find((each) => each.type === type);
  return offer ? offer.missing : '';
}

/** Whether a level can be asked for here, by this sender. */
export function isChoosable(type: WorkflowType, offers: LevelOffers | undefined): boolean {
  return missingOf(type, offers) === null && isPermitted(type, offers);
}

/** Whether the sandbox signs at a level, which has no legal effect. */
export function isSandboxOffered(type: WorkflowType, offers: LevelOffers | undefined): boolean {
  return offers?.levels.some((each) => each.type === type && each.sandbox) ?? false;
}

type Signed = Pick<Step['actions'][number], 'transaction'>;

/** The same for one document: what was signed already counts, whatever was switched on or off since. */
export function isSignedBySandbox(
  { type, steps }: { type: WorkflowType; steps: readonly { actions: readonly Signed[] }[] },
  offers: LevelOffers | undefined,
): boolean {
  const transactions = steps.flatMap(({ actions }) =>
    actions.flatMap(({ transaction }) => transaction ?? []),
  );
  if (transactions.length > 0) return transactions.some(({ notice }) => notice !== null);
  return isSandboxOffered(type, offers);
}
