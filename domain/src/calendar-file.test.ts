import { expect, test } from 'vitest';
import { calendarFile } from './calendar-file.ts';

const entry = {
  uid: 'action-1@paraph.example',
  title: 'Lease; mill, “Zoé”\\2\nBEGIN:VALARM $& '.concat('мельница'.repeat(12)),
  description: 'Sent by Ann\nsecond line',
  at: new Date('2026-12-05T23:59:00.000Z'),
  madeAt: new Date('2026-11-28T12:00:00.500Z'),
};

test('a deadline is an event that a name cannot break out of, in lines of at most 75 octets', () => {
  const file = calendarFile(entry);
  const lines = file.split('\r\n');
  expect(lines.pop()).toBe('');
  for (const line of lines) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
  const unfolded = file.replaceAll('\r\n ', '').split('\r\n');
  expect(unfolded).toContain('DTSTART:20261205T235900Z');
  expect(unfolded).toContain('DTSTAMP:20261128T120000Z');
  const name = `Lease\\; mill\\, “Zoé”\\\\2\\nBEGIN:VALARM $& ${'мельница'.repeat(12)}`;
  expect(unfolded).toContain(`SUMMARY:${name}`);
  expect(unfolded).toContain('DESCRIPTION:Sent by Ann\\nsecond line');
  expect(unfolded.filter((line) => line === 'BEGIN:VALARM')).toHaveLength(1);
});
