export { notificationTargetsOf } from '../store/workflow-store.ts';
