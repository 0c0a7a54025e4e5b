import type { Config } from '@paraph/server/config/config.ts';
import type { HealthFinding } from '@paraph/server/database/column-types.ts';
import type { Clock } from '@paraph/server/platform/clock.ts';

export type Finding = HealthFinding;

export interface Patient {
  config: Config;
  clock: Clock;
}
