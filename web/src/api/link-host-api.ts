import { queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';
import type { LinkHostAnswer } from './wire.ts';

const pathTo = (path: string, organizationId: number) =>
  `/api/v1/organization/link-host${path}?organizationId=${organizationId}`;

export function linkHostQuery(organizationId: number) {
  return queryOptions({
    queryKey: ['link-host', organizationId],
    queryFn: ({ signal }) => call<LinkHostAnswer>(pathTo('', organizationId), { signal }),
  });
}

export function setLinkHost(organizationId: number, host: string): Promise<LinkHostAnswer> {
  return call(pathTo('', organizationId), { method: 'PUT', json: { host } });
}

export function checkLinkHost(organizationId: number): Promise<LinkHostAnswer> {
  return call(pathTo('/check', organizationId), { method: 'POST', json: {} });
}

export async function removeLinkHost(organizationId: number): Promise<LinkHostAnswer> {
  await call(pathTo('', organizationId), { method: 'DELETE' });
  return { linkHost: null };
}
