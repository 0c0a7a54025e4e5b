import { LIMITS } from '@paraph/domain';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { formatDistance } from '../ui/format-time.ts';
import {
  deadlineSeconds,
  isSettable,
  listDays,
  momentLimits,
  momentOf,
  USUAL_LIMITS,
} from './deadline-state.ts';
import { instantOf, offsetText } from './local-time.ts';

const DAY = 86_400;
const NOON = new Date(2026, 10, 21, 12).getTime() / 1000;
const HOURLY = { ...USUAL_LIMITS, expirySecondsMin: 3_600 };

describe('the hour of a deadline', () => {
  it('is between the first and the last minute that the instance accepts', () => {
    expect(momentLimits(NOON, USUAL_LIMITS)).toEqual({ min: '2026-11-28T12:00', max: '2027-02-19T12:00' });
    expect(momentLimits(NOON + 20, HOURLY)).toEqual({ min: '2026-11-21T13:01', max: '2027-02-19T12:00' });
    for (const edge of Object.values(momentLimits(NOON + 20, HOURLY))) {
      const seconds = deadlineSeconds({ moment: edge }, NOON) ?? 0;
      expect(isSettable(seconds, NOON + 20, HOURLY)).toBe(true);
    }
  });

  it('is offered as numbers of days as far as the instance accepts them', () => {
    expect(listDays(USUAL_LIMITS)).toEqual([7, 14, 30, 60, 90]);
    expect(listDays(HOURLY)).toEqual([1, 2, 3, 7, 14, 30, 60, 90]);
    expect(listDays({ expirySecondsMin: 2.5 * DAY, expirySecondsMax: LIMITS.expirySecondsMax })).toEqual([
      3, 7, 14, 30, 60, 90,
    ]);
  });

  it('can be set back only while it could be set at all', () => {
    expect(isSettable(NOON + 8 * DAY, NOON, USUAL_LIMITS)).toBe(true);
    expect(isSettable(NOON + 6 * DAY, NOON, USUAL_LIMITS)).toBe(false);
    expect(isSettable(NOON + 6 * DAY, NOON, HOURLY)).toBe(true);
    expect(isSettable(NOON + 91 * DAY, NOON, USUAL_LIMITS)).toBe(false);
  });
});

describe('an hour of a day in the time zone of the account', () => {
  // Where the browser is does not matter.
  it.each([
    ['2026-12-04T17:30', 'Europe/Berlin', '2026-12-04T16:30Z', 'once'],
    ['2026-12-04T17:30', 'Asia/Kolkata', '2026-12-04T12:00Z', 'once'],
    ['2026-12-04T17:30', 'UTC', '2026-12-04T17:30Z', 'once'],
    // Forwards: what is skipped counts as much later, also where the clocks change by half an hour or a whole day.
    ['2027-03-28T02:30', 'Europe/Berlin', '2027-03-28T01:30Z', 'gap'],
    ['2027-03-28T01:59', 'Europe/Berlin', '2027-03-28T00:59Z', 'once'],
    ['2027-03-28T03:00', 'Europe/Berlin', '2027-03-28T01:00Z', 'once'],
    ['2027-03-14T02:00', 'America/New_York', '2027-03-14T07:00Z', 'gap'],
    ['2027-10-03T02:15', 'Australia/Lord_Howe', '2027-10-02T15:45Z', 'gap'],
    // Backwards: the first of both.
    ['2027-10-31T02:30', 'Europe/Berlin', '2027-10-31T00:30Z', 'twice'],
    ['2027-10-31T03:00', 'Europe/Berlin', '2027-10-31T02:00Z', 'once'],
    ['2027-11-07T01:30', 'America/New_York', '2027-11-07T05:30Z', 'twice'],
    ['2027-04-04T01:45', 'Australia/Lord_Howe', '2027-04-03T14:45Z', 'twice'],
  ] as const)('%s in %s is %s (%s)', (moment, zone, at, kind) => {
    const seconds = Date.parse(at) / 1000;
    expect(instantOf(moment, zone)).toEqual({ seconds, kind });
    if (kind !== 'gap') expect(momentOf(seconds, zone)).toBe(moment);
  });

  it('is none where it is no hour of a day', () => {
    const wrong = ['', 'x', '2026-12-04', '2026-13-04T10:00', '2026-12-04T25:00', '2026-12-04T10:00:00'];
    expect(wrong.map((each) => instantOf(each, 'Europe/Berlin'))).toEqual(wrong.map(() => null));
  });

  it('says how far the zone is ahead', () => {
    const zones = ['Europe/Berlin', 'Asia/Kolkata', 'America/St_Johns', 'UTC'];
    const said = zones.map((zone) => offsetText(Date.parse('2026-12-04T12:00Z') / 1000, zone));
    expect(said).toEqual(['UTC+1', 'UTC+5:30', 'UTC−3:30', 'UTC+0']);
  });
});

describe('the days until a deadline', () => {
  afterEach(() => void vi.unstubAllEnvs());

  // In autumn the clocks of these change, on days of their own, by an hour or half an hour, or not at all.
  const ZONES = ['Europe/Paris', 'America/New_York', 'Pacific/Auckland', 'Australia/Lord_Howe', 'Asia/Tokyo'];
  it.each(ZONES)('are those that were chosen, by number or by the same hour of a day, in %s', (zone) => {
    vi.stubEnv('TZ', zone);
    expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(zone);
    for (const [index, days] of [3, 5, 7, 10, 14, 14, 21, 30, 60, 89].entries()) {
      const now = new Date(2026, 8, 20 + 3 * index, (7 * index) % 24, 30);
      const nowSeconds = now.getTime() / 1000;
      const same = new Date(now);
      same.setDate(same.getDate() + days);
      const moment = momentOf(same.getTime() / 1000);
      expect(Number(moment.slice(11, 13))).toBe(same.getHours());
      for (const deadline of [{ days }, { moment }]) {
        const until = deadlineSeconds(deadline, nowSeconds) ?? 0;
        for (const later of [0, 5, 3_600]) {
          expect(formatDistance(until, nowSeconds + later, 'en')).toBe(`in ${days} days`);
        }
      }
    }
  });
});
