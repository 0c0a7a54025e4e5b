export { tryOwnerLock } from './owner-lock.ts';
export {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  type SupervisorLog,
  startEmbeddedPostgres,
} from './supervisor.ts';
