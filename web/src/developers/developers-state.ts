const TABS = ['apps', 'keys', 'webhooks', 'addresses'] as const;

export type DevelopersTab = (typeof TABS)[number];

export type DevelopersSearch = { tab?: DevelopersTab };

/** Parses the tab from the search parameters; the first tab is the default. */
export function readDevelopersSearch(search: Record<string, unknown>): DevelopersSearch {
  const tab = TABS.find((each) => each === search.tab);
  return tab && tab !== 'apps' ? { tab } : {};
}
