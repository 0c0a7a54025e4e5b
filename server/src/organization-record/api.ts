export { findNewestDetail, forgetSourcesOf } from './event-store.ts';
export { recordOrganizationEvent, recordOrganizationEvents } from './record-event.ts';
