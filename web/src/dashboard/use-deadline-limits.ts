import { useQuery } from '@tanstack/react-query';
import { deadlineLimitsQuery } from '../api/workflows-api.ts';
import { type DeadlineLimits, USUAL_LIMITS } from './deadline-state.ts';

/** The deadlines that this instance accepts; until the answer, the deadlines that every instance accepts. */
export function useDeadlineLimits(): DeadlineLimits {
  return useQuery(deadlineLimitsQuery).data ?? USUAL_LIMITS;
}
