import { csvLine } from '@paraph/domain';
import { toSeconds } from '../platform/clock.ts';
import type { ReadUsage } from './read-usage.ts';

export function viewUsage({ from, to, countedAt, quotas, items }: ReadUsage) {
  return {
    from,
    to,
    countedDate: countedAt === null ? null : toSeconds(countedAt),
    quotas: quotas.map(({ freeAt, ...quota }) => ({
      ...quota,
      freeDate: freeAt === null ? null : toSeconds(freeAt),
    })),
    items: items.map((item) => ({
      month: item.month,
      workspaceId: item.workspaceId,
      workspaceName: item.workspaceName,
      started: item.started,
      completed: item.completed,
      signatures: item.signatures,
      sealedFiles: item.sealed_files,
      storedBytes: item.stored_bytes,
      mails: item.mails,
    })),
  };
}

const COLUMNS = [
  ...['month', 'workspaceId', 'workspace', 'started', 'completed'],
  ...['signatures', 'sealedFiles', 'storedBytes', 'mails'],
];

/** The mark at the beginning has spreadsheets read UTF-8. */
export function usageTable(usage: ReadUsage): string {
  const { items } = viewUsage(usage);
  const rows = items.map(({ month, workspaceId, workspaceName, ...counts }) =>
    csvLine([month, workspaceId, workspaceName, ...Object.values(counts)]),
  );
  return `\ufeff${[csvLine(COLUMNS), ...rows].join('')}`;
}
