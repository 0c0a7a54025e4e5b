import { readAcceptedLanguage } from '@paraph/domain';
import type { FastifyRequest } from 'fastify';
import { getLogo } from '../brands/manage-brand.ts';
import { serveLogo } from '../brands/serve-logo.ts';
import { readSharedCertificate } from '../evidence/completion-certificate.ts';
import { serveDownload, serveFile, serveStoredFile } from '../files/serve-file.ts';
import type { Handlers } from '../http/bind.ts';
import { openFollowing, setFollowerMails } from './follow-workflow.ts';
import { authenticateFollower, languageOf, loadFollowing } from './follower-link.ts';
import { readFollowedAnnex, readFollowedDocument, readFollowing } from './read-following.ts';

export function followerRoutes(deps: Parameters<typeof readSharedCertificate>[0]) {
  const follower =
    <Call extends FollowerCall, Answer>(handle: (call: Call) => Promise<Answer>) =>
    async (call: Call): Promise<Answer> => {
      await authenticateFollower(deps, call.request, call.params.followerLink);
      return handle(call);
    };
  const view = ({ request, params }: FollowerCall) =>
    readFollowing(deps, params.followerLink, readAcceptedLanguage(request.headers['accept-language']));
  return {
    readFollowing: follower(view),
    readFollowedDocument: follower(async ({ request, params: { followerLink, documentId }, query }) => {
      const { language = null, download } = query;
      const file = await readFollowedDocument(deps, followerLink, { documentId, language });
      return serveFile(
        deps,
        { request },
        { ...file, disposition: download === '1' ? 'attachment' : 'inline' },
      );
    }),
    readFollowedAnnex: follower(async ({ request, params: { followerLink, annexId } }) =>
      serveDownload(deps, request, await readFollowedAnnex(deps, followerLink, annexId)),
    ),
    readFollowerLogo: follower(async ({ request, params }) => {
      const { facts } = await loadFollowing(deps, params.followerLink);
      return serveLogo(deps, { request }, await getLogo(deps.database, facts.organization.brand));
    }),
    readFollowerCertificate: follower(async ({ request, params, query }) => {
      const following = await loadFollowing(deps, params.followerLink);
      const language = query.language ?? languageOf(following);
      const certificate = await readSharedCertificate(deps, following.facts, language);
      return serveStoredFile(deps, request, { ...certificate, disposition: 'attachment' });
    }),
    openFollowing: follower(({ params, visitor }) => openFollowing(deps, params.followerLink, visitor)),
    setFollowerMails: follower(async (call) => {
      await setFollowerMails(deps, call.params.followerLink, { isStopped: call.body.stopped });
      return view(call);
    }),
  } satisfies Partial<Handlers>;
}

interface FollowerCall {
  request: FastifyRequest;
  params: { followerLink: string };
}
