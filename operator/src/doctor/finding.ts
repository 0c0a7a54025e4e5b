import type { Config } from '@paraph/server/config/config.ts';
import type { Clock } from '@paraph/server/platform/clock.ts';

export interface Finding {
  name: string;
  /** `warning`: it works, but the operator should know. */
  state: 'well' | 'warning' | 'failed';
  detail: string;
  remedy?: string;
}

export interface Patient {
  config: Config;
  clock: Clock;
}
