import { calendarFile } from '@paraph/domain';

export interface Deadline {
  /** Of the task: the same one replaces its earlier entry. */
  actionId: number;
  title: string;
  description: string;
  seconds: number;
}

/** Downloads a deadline as a file that calendars open. */
export function saveCalendar({ actionId, title, description, seconds }: Deadline): void {
  const uid = `action-${actionId}@${window.location.host}`;
  const text = calendarFile({ uid, title, description, at: new Date(seconds * 1000), madeAt: new Date() });
  const url = URL.createObjectURL(new Blob([text], { type: 'text/calendar;charset=utf-8' }));
  const anchor = document.createElement('a');
  Object.assign(anchor, { href: url, download: 'deadline.ics' });
  anchor.click();
  URL.revokeObjectURL(url);
}
