const TABS = ['apps', 'keys', 'webhooks', 'addresses'] as const;

export type DevelopersTab = (typeof TABS)[number];

export type DevelopersSearch = { tab?: DevelopersTab };

/** The tab is in the address, so that it can be sent on and come back to; the first needs no word. */
export function readDevelopersSearch(search: Record<string, unknown>): DevelopersSearch {
  const tab = TABS.find((each) => each === search.tab);
  return tab && tab !== 'apps' ? { tab } : {};
}
