import { type Belongings, ofInstance } from '../database/belonging.ts';

export const BELONGINGS = {
  outages: ofInstance('What the machines of the instance cannot use.'),
  lane_paces: ofInstance('The pace of its mail server.'),
  job_schedules: ofInstance('When housekeeping was begun last.'),
} as const satisfies Belongings;
