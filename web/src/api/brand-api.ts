import { queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';
import type { BrandChange, Brands } from './wire.ts';

const pathTo = (path: string, organizationId: number) =>
  `/api/v1/organization/brand${path}?organizationId=${organizationId}`;

export function brandQuery(organizationId: number) {
  return queryOptions({
    queryKey: ['brand', organizationId],
    queryFn: ({ signal }) => call<Brands>(pathTo('', organizationId), { signal }),
  });
}

export function saveBrand(organizationId: number, json: BrandChange): Promise<Brands> {
  return call(pathTo('', organizationId), { method: 'PUT', json });
}

export function publishBrand(organizationId: number): Promise<Brands> {
  return call(pathTo('/publish', organizationId), { method: 'POST', json: {} });
}

export function withdrawBrand(organizationId: number): Promise<Brands> {
  return call(pathTo('', organizationId), { method: 'DELETE' });
}

/** Null removes it. */
export function saveBrandLogo(organizationId: number, logo: Blob | null): Promise<Brands> {
  if (logo === null) return call(pathTo('/logo', organizationId), { method: 'DELETE' });
  const form = new FormData();
  form.set('picture', logo, 'logo.png');
  return call(pathTo('/logo', organizationId), { method: 'PUT', form });
}

/** Another address for each state of the draft, so that no picture of before is shown. */
export function draftLogoUrl(organizationId: number, changeDate: number): string {
  return `${pathTo('/logo', organizationId)}&v=${changeDate}`;
}

export function brandMailUrl(organizationId: number, { language, at }: { language: string; at: number }) {
  return `${pathTo('/mail', organizationId)}&language=${language}&v=${at}`;
}
