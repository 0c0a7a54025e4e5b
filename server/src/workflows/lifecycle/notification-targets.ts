export { notificationTargetsOf } from '../store/notification-target-store.ts';
