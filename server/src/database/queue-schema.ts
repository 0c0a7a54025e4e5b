/** The schema of the job queue where no setting says otherwise: all statements name it. */
export const QUEUE_SCHEMA = 'graphile_worker';

/** A statement for a queue that lies in another schema. Values are parameters, so that no text of people is changed. */
export function inQueueSchema(text: string, schema: string): string {
  return schema === QUEUE_SCHEMA ? text : text.replaceAll(`${QUEUE_SCHEMA}.`, `${schema}.`);
}
