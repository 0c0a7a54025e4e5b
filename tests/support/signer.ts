import { followerLinkFor } from '../../server/src/followers/follower-link.ts';
import { signingLinkFor } from '../../server/src/signing/session/signing-link.ts';
import { cookieOf, type TestInstance } from './instance.ts';
import { drawnSignature, INTENT, type SigningView } from './signing-page.ts';

export { drawnSignature, INTENT, type SigningView };

/**
 * A browser that a provider returns to the service. It sends a link's cookie below the path of the link alone, so that
 * the address of all returns gets none.
 */
export async function followReturn(instance: TestInstance, address: string, headers: Record<string, string>) {
  const { pathname, search } = new URL(address);
  const { cookie: _, ...others } = headers;
  const first = await instance.inject({ method: 'GET', url: pathname + search, headers: others });
  const next = String(first.headers.location);
  return next.startsWith('/api/') ? instance.inject({ method: 'GET', url: next, headers }) : first;
}

/** What a witness states with their consent. */
export const WITNESS_STATEMENT = {
  address: '7 Mill Lane, Oxford',
  relation: 'Neighbour',
  isAdult: true,
} as const;

/** A recipient who follows the link of their invitation, as a browser would. */
export async function followInvitation(instance: TestInstance, email: string) {
  return followLink(instance, await findLink(instance, email));
}

export async function followLink(instance: TestInstance, url: string) {
  const path = new URL(url).pathname;
  const arrival = await instance.inject({ method: 'GET', url: path });
  const clean = String(arrival.headers.location);
  const signer = signerBy(instance, { cookie: cookieOf(arrival), link: String(clean.split('/').pop()) });
  return { url, path, clean, arrival, ...signer };
}

/** A follower who opens their link, as their next mail would carry it: where it leads, and what each call shows. */
export async function openFollowing(
  instance: TestInstance,
  about: { workflowId: number; followerId: number },
) {
  const { deps } = instance;
  const address = { ...about, origin: deps.config.baseUrl };
  const { url } = await deps.database.transaction().execute((tx) => followerLinkFor(tx, deps, address));
  const arrival = await instance.inject({ url: new URL(url).pathname });
  return { url: `/api/v1${arrival.headers.location}`, headers: { cookie: cookieOf(arrival) } };
}

/** A recipient whose browser has the session of a link. */
export function signerBy(instance: TestInstance, { cookie, link }: { cookie: string; link: string }) {
  return signerWith(instance, { headers: { cookie }, link });
}

/** The same by what each of its calls shows. */
export function signerWith<Shown extends Record<string, string>>(
  instance: TestInstance,
  { headers: shown, link }: { headers: Shown; link: string },
) {
  const base = `/api/v1/signing/${link}`;
  const headers = { ...shown, 'sec-fetch-site': 'same-origin' };
  const call = (method: 'GET' | 'POST' | 'PUT', suffix = '', payload?: object) =>
    instance.inject({ method, url: base + suffix, headers, ...(payload ? { payload } : {}) });
  const view = async () => (await call('GET')).json() as SigningView;
  /** Consents, makes a mark and fills every signature field; answers what was shown. */
  const fill = async (png = drawnSignature()) => {
    const { consent, witness: witnessing } = await view();
    await call('POST', '/open', {});
    const disclosure = consent.disclosure?.sha256 ?? null;
    const witness = witnessing.of === null ? null : WITNESS_STATEMENT;
    await call('POST', '/consent', { ...consent, disclosure, timeZone: 'Europe/Paris', witness });
    const marked = await call('PUT', '/marks/signature', { method: 'draw', png });
    const shown = marked.json() as SigningView;
    for (const field of shown.fields.filter(({ type }) => type === 'signature')) {
      await call('PUT', `/fields/${field.id}`, { value: shown.marks.signature?.id });
    }
    return shown;
  };
  const preview = (shownHash: string) => call('POST', '/preview', { shownHash, timeZone: INTENT.timeZone });
  /** Checks what would be signed, and presses; answers the first refusal. */
  const finish = async (shownHash = '') => {
    const checked = await preview(shownHash);
    if (checked.statusCode !== 200) return checked;
    return call('POST', '/finish', { previewId: previewIn(checked), intent: INTENT });
  };
  return {
    base,
    headers,
    call,
    view,
    fill,
    /** Does all that, and finishes. */
    sign: async (png?: string) => {
      const { shownHash } = await fill(png);
      return finish(shownHash);
    },
    preview,
    finish,
    approve: async (comment: string | null = null) =>
      call('POST', '/approve', { shownHash: (await view()).shownHash, comment, intent: INTENT }),
  };
}

export function previewIn(answer: { json(): unknown }): string {
  return (answer.json() as { previewId: string }).previewId;
}

/** The newest signing link that the instance mailed to an address; mails are kept where no SMTP is set. */
export async function findLink({ deps }: TestInstance, email: string): Promise<string> {
  const recipient = await deps.database
    .selectFrom('mails')
    .select(['workflow_id', 'recipient_id'])
    .where('to_email', '=', email)
    .where('kind', '=', 'invitation')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return linkOf(deps, { workflowId: recipient.workflow_id ?? 0, recipientId: recipient.recipient_id ?? 0 });
}

/** The signing link of a recipient, as their next mail would carry it. */
export async function linkOf(
  deps: TestInstance['deps'],
  address: { workflowId: number; recipientId: number },
): Promise<string> {
  const { url } = await deps.database
    .transaction()
    .execute((tx) => signingLinkFor(tx, deps, { ...address, origin: deps.config.baseUrl }));
  return url;
}
