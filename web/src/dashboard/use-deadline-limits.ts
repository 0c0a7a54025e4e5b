import { useQuery } from '@tanstack/react-query';
import { deadlineLimitsQuery } from '../api/workflows-api.ts';
import { ANY_CONVERTED, type ConvertedFormat } from './chosen-files.ts';
import { type DeadlineLimits, USUAL_LIMITS } from './deadline-state.ts';

/** The deadlines that this instance accepts; until the answer, the deadlines that every instance accepts. */
export function useDeadlineLimits(): DeadlineLimits {
  return useQuery(deadlineLimitsQuery).data ?? USUAL_LIMITS;
}

/**
 * What this instance makes into documents besides PDF and pictures; until the answer, all that any instance does. Only
 * who is signed in may ask.
 */
export function useConvertedFormats({ isAsked = true } = {}): readonly ConvertedFormat[] {
  return useQuery({ ...deadlineLimitsQuery, enabled: isAsked }).data?.convertedFormats ?? ANY_CONVERTED;
}
