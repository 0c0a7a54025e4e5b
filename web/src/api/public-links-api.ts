import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type Answer, ask, type Body, reading } from './ask.ts';
import { type TemplateIds, templateKey } from './templates-api.ts';

const LINKS = '/api/v1/workspaces/{workspaceId}/templates/{templateId}/links';
const ONE = `${LINKS}/{linkId}` as const;
const A_PAGE = 20;

const named = ({ workspaceId, id }: TemplateIds) => ({ workspaceId, templateId: id });
const ofLink = (ids: TemplateIds, linkId: number) => ({ ...named(ids), linkId });

export type PublicLink = Answer<`GET ${typeof ONE}`>;
export type NewPublicLink = Body<`POST ${typeof LINKS}`>;
type LinkChange = Body<`PUT ${typeof ONE}`>;

export const publicLinksKey = (ids: TemplateIds) => [...templateKey(ids), 'links'] as const;

export function publicLinksQuery(ids: TemplateIds, page: number) {
  return queryOptions({
    queryKey: [...publicLinksKey(ids), page],
    placeholderData: keepPreviousData,
    queryFn: reading(`GET ${LINKS}`, { ...named(ids), page, limit: A_PAGE }),
  });
}

export function submissionsQuery(ids: TemplateIds, linkId: number, page: number) {
  return queryOptions({
    queryKey: [...publicLinksKey(ids), linkId, 'submissions', page],
    placeholderData: keepPreviousData,
    queryFn: reading(`GET ${ONE}/submissions`, { ...ofLink(ids, linkId), page, limit: A_PAGE }),
  });
}

export const makePublicLink = (ids: TemplateIds, json: NewPublicLink) =>
  ask(`POST ${LINKS}`, named(ids), { json });
export const changePublicLink = (ids: TemplateIds, linkId: number, json: LinkChange) =>
  ask(`PUT ${ONE}`, ofLink(ids, linkId), { json });
export const endPublicLink = (ids: TemplateIds, linkId: number) => ask(`DELETE ${ONE}`, ofLink(ids, linkId));
export const renewLinkSecret = (ids: TemplateIds, linkId: number) =>
  ask(`POST ${ONE}/secret`, ofLink(ids, linkId));
