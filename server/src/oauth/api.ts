/** The store functions of this room that other rooms may call; its use cases are imported from their own files. */
export {
  type AgentApp,
  countAppsOf,
  deleteUnusedApps,
  findAppByClientId,
  handOverApps,
  listAgentAppsOf,
} from './app-store.ts';
