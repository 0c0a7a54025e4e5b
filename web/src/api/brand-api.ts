import type { SigningLanguage } from '@paraph/domain';
import { queryOptions } from '@tanstack/react-query';
import { addressOf, ask, reading } from './ask.ts';
import type { BrandChange } from './wire.ts';

export function brandQuery(organizationId: number) {
  return queryOptions({
    queryKey: ['brand', organizationId],
    queryFn: reading('GET /api/v1/organization/brand', { organizationId }),
  });
}

export const saveBrand = (organizationId: number, json: BrandChange) =>
  ask('PUT /api/v1/organization/brand', { organizationId }, { json });
export const publishBrand = (organizationId: number) =>
  ask('POST /api/v1/organization/brand/publish', { organizationId });
export const withdrawBrand = (organizationId: number) =>
  ask('DELETE /api/v1/organization/brand', { organizationId });

/** Null removes it. */
export function saveBrandLogo(organizationId: number, logo: Blob | null) {
  if (logo === null) return ask('DELETE /api/v1/organization/brand/logo', { organizationId });
  const form = new FormData();
  form.set('picture', logo, 'logo.png');
  return ask('PUT /api/v1/organization/brand/logo', { organizationId }, { form });
}

/** Another address for each state of the draft, so that no picture of before is shown. */
export function draftLogoUrl(organizationId: number, changeDate: number): string {
  return `${addressOf('GET /api/v1/organization/brand/logo', { organizationId })}&v=${changeDate}`;
}

export function brandMailUrl(
  organizationId: number,
  { language, at }: { language: SigningLanguage; at: number },
) {
  return `${addressOf('GET /api/v1/organization/brand/mail', { organizationId, language })}&v=${at}`;
}
