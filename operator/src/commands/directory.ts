import { listDepartures } from '@paraph/server/organization-moves/api.ts';
import { defineCommand, UsageError } from '../command-line.ts';
import { withDatabase } from '../with-database.ts';
import { readAddress } from './redirect-organization.ts';

// A number says which cell has made it: it is the cell times 10^12 and at most twelve digits more. What has moved keeps
// its numbers, so that paths below its workspaces come first.

export const directoryCommand = defineCommand({
  name: 'directory',
  about:
    'Print for the proxy before several cells at which instance a number is: a map of nginx, or of Caddy.',
  options: {
    cell: {
      type: 'strings',
      placeholder: 'CELL=URL',
      about: 'A cell to which no organization of this instance has moved. May be repeated.',
    },
    caddy: { type: 'boolean', about: 'For the directive map of Caddy.' },
  },
  run: async ({ cell: named, caddy: isCaddy }) => {
    const moved = await withDatabase(({ database }) => listDepartures(database));
    const cells = new Map(named.map(readCell));
    for (const { cell, moved_to: url } of moved) if (cell !== null) cells.set(cell, url);
    const rules = [
      ...moved.flatMap(({ workspace_ids: ids, moved_to: url }) =>
        ids.length === 0 ? [] : [{ path: `/workspaces/(${ids.join('|')})(/|$)`, url }],
      ),
      ...[...cells].map(([cell, url]) => ({ path: `/${cell}[0-9]{12}(/|$)`, url })),
    ];
    const lines = rules.map(({ path, url }) => {
      const pattern = `"~^/api/v1(/.*)?${path}"`;
      return isCaddy ? `${pattern} ${hostOf(url)}` : `${pattern} ${url};`;
    });
    return { text: lines.join('\n'), data: { rules } };
  },
});

/** With its port: an upstream of Caddy is no URL. */
function hostOf(url: string): string {
  const { hostname, port, protocol } = new URL(url);
  return `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`;
}

/** @throws UsageError */
function readCell(text: string): [cell: number, url: string] {
  const [, cell = '', url = ''] = /^([1-9]\d{0,3})=(.+)$/.exec(text) ?? [];
  if (cell !== '') return [Number(cell), readAddress(url, 'cell')];
  throw new UsageError(
    `--cell must be the number of a cell and its address, as 7=https://…, and not "${text}".`,
  );
}
