import { LIMITS } from '@paraph/domain';
import type { TextOf } from '../text/start-text.ts';

/** Validation rules for a person's name (react-hook-form). */
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
