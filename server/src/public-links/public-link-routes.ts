import type { FastifyRequest } from 'fastify';
import { findPublishedBrand } from '../brands/api.ts';
import { getLogo } from '../brands/manage-brand.ts';
import { serveLogo } from '../brands/serve-logo.ts';
import type { Deps } from '../deps.ts';
import { serveStoredFile } from '../files/serve-file.ts';
import { answerOnce, type Handlers } from '../http/bind.ts';
import { viewPage } from '../http/pages.ts';
import { toSeconds } from '../platform/clock.ts';
import type { CheckCallbackUrl } from '../workflows/lifecycle/callback.ts';
import { beginSubmission, type FormPorts } from './begin-submission.ts';
import { linkSecret } from './link-secrets.ts';
import { changeLink, endLink, makeLink, renewSecret } from './manage-links.ts';
import { proveMailbox } from './prove-mailbox.ts';
import type { StoredLink } from './public-link-store.ts';
import { viewPublicLink, viewSubmission } from './public-link-view.ts';
import { getLinkOfForm, readForm, readFormDocument } from './read-form.ts';
import { describeLink, listPublicLinks, listSubmissions, readLink } from './read-links.ts';

export function publicLinkRoutes(deps: Deps & FormPorts & { checkCallbackUrl: CheckCallbackUrl }) {
  const view = async (link: StoredLink) => viewPublicLink(await describeLink(deps, link), deps);
  const withSecret = async (link: StoredLink) => ({
    ...(await view(link)),
    secret: linkSecret(deps.vault, link),
  });
  const linkOf = ({ params, request }: { params: { formToken: string }; request: FastifyRequest }) =>
    getLinkOfForm(deps, { ...params, ip: request.ip });
  return {
    createPublicLink: async ({ caller, params, body }) =>
      answerOnce(
        'createPublicLink',
        await withSecret(await makeLink(deps, caller, { ...params, form: body })),
      ),
    listPublicLinks: async ({ caller, params, query }) =>
      viewPage(await listPublicLinks(deps, caller, { ...query, ...params }), (read) =>
        viewPublicLink(read, deps),
      ),
    readPublicLink: async ({ caller, params }) => viewPublicLink(await readLink(deps, caller, params), deps),
    updatePublicLink: async ({ caller, params, body }) =>
      view(await changeLink(deps, caller, { ...params, form: body })),
    endPublicLink: ({ caller, params }) => endLink(deps, caller, params),
    renewPublicLinkSecret: async ({ caller, params }) =>
      answerOnce('renewPublicLinkSecret', await withSecret(await renewSecret(deps, caller, params))),
    listSubmissions: async ({ caller, params, query }) =>
      viewPage(await listSubmissions(deps, caller, { ...query, ...params }), viewSubmission),
    readForm: async (call) => readForm(deps, await linkOf(call), call.params.formToken),
    readFormDocument: async (call) => {
      const { name, ...file } = await readFormDocument(deps, await linkOf(call), call.params.documentId);
      return serveStoredFile(deps, call.request, { ...file, fileName: name, disposition: 'inline' });
    },
    readFormLogo: async (call) => {
      const { organization_id: organizationId } = await linkOf(call);
      const brand = await findPublishedBrand(deps.database, organizationId);
      return serveLogo(deps, call, await getLogo(deps.database, brand));
    },
    beginSubmission: async (call) => {
      const begun = { form: call.body, visitor: call.visitor };
      const { key, expiresAt } = await beginSubmission(deps, await linkOf(call), begun);
      return { submission: key, expiryDate: toSeconds(expiresAt) };
    },
    proveMailbox: async (call) => {
      const { params, body, visitor, request } = call;
      const origin = request.linkHost?.origin ?? deps.config.baseUrl;
      const entered = { key: params.submission, code: body.code, visitor, origin };
      const proven = await proveMailbox(deps, await linkOf(call), entered);
      const answeredAt = proven.outcome === 'answered' ? proven.answeredAt : null;
      return {
        outcome: proven.outcome,
        url: proven.outcome === 'sign' ? proven.url : null,
        answeredDate: answeredAt && toSeconds(answeredAt),
      };
    },
  } satisfies Partial<Handlers>;
}
