/** `done`: the archive can be downloaded until it expires. */
export const EXPORT_STATES = ['waiting', 'running', 'done', 'failed', 'canceled', 'expired'] as const;
export type ExportState = (typeof EXPORT_STATES)[number];

/** What an export has of each workflow, besides its line of the index. */
export const EXPORT_CONTENTS = ['documents', 'certificates', 'evidence', 'attachments'] as const;
export type ExportContent = (typeof EXPORT_CONTENTS)[number];

/** Whether the archive is still being made, or waits for it. */
export function isExportOpen(state: ExportState): boolean {
  return state === 'waiting' || state === 'running';
}
