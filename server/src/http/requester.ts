/** The caller that limited work is queued for, and whether the client is still connected. */
export interface Requester {
  /** The key of the fair queue: a user, an API key, an app's user, or an address. */
  caller: string;
  /** Aborted when the client closes its connection before the response. */
  gone: AbortSignal;
}

/** For work without a waiting client. */
export function requesterWithoutClient(caller: string): Requester {
  return { caller, gone: new AbortController().signal };
}
