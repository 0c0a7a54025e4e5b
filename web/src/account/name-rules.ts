import { LIMITS } from '@paraph/domain';
import type { TextOf } from '../text/start-text.ts';

/** The rules for a person's name, as react-hook-form wants them. */
export function nameRulesIn(t: TextOf) {
  return {
    required: t('nameNeeded'),
    minLength: { value: LIMITS.nameCharactersMin, message: t('nameNeeded') },
    maxLength: {
      value: LIMITS.nameCharactersMax,
      message: t('nameLong', { count: LIMITS.nameCharactersMax }),
    },
  };
}
