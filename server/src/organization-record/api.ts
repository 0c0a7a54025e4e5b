export { forgetSourcesOf } from './event-store.ts';
export { recordOrganizationEvent, recordOrganizationEvents } from './record-event.ts';
