import { useQuery } from '@tanstack/react-query';
import { deadlineLimitsQuery } from '../api/workflows-api.ts';
import { type DeadlineLimits, USUAL_LIMITS } from './deadline-state.ts';

/** The deadlines that this instance accepts; until they are known, those that every instance does. */
export function useDeadlineLimits(): DeadlineLimits {
  return useQuery(deadlineLimitsQuery).data ?? USUAL_LIMITS;
}
