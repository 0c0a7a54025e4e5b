import { SIGNING_LANGUAGES } from '@paraph/domain';
import { Type } from 'typebox';
import { BrandChange, BrandView } from './brand-schemas.ts';
import { Upload } from './form-parts.ts';
import { operation } from './operation.ts';
import { ADMINISTERED, OrganizationQuery } from './organization-operations.ts';
import { described, exact, nullable, oneOf, Text } from './schemas.ts';
import { LinkPath, SIGNER_REFUSALS, SigningView } from './signing-operations.ts';

const Brands = exact({
  draft: described(nullable(BrandView), 'What is being prepared; null before the first change'),
  published: described(nullable(BrandView), 'What people are shown; null: what Paraph shows by itself'),
});

const Logo = described(
  Upload,
  'A PNG with 8 bits a channel or a JPEG of at most 2 MiB and 2,048 × 2,048 pixels; beyond 900 pixels it is shrunk',
);

const PATH = '/api/v1/organization/brand';

/** How an organization shows itself to the people it asks. */
export const brandOperations = {
  readBrand: operation({
    ...ADMINISTERED,
    method: 'GET',
    path: PATH,
    summary: 'How the organization shows itself: the draft, and what is published',
    answer: Brands,
  }),
  updateBrand: operation({
    ...ADMINISTERED,
    method: 'PUT',
    path: PATH,
    summary: 'Change the draft; absent values stay, null removes one',
    body: BrandChange,
    answer: Brands,
  }),
  withdrawBrand: operation({
    ...ADMINISTERED,
    method: 'DELETE',
    path: PATH,
    summary: 'Show nothing of its own from now on; the draft stays',
    answer: Brands,
  }),
  publishBrand: operation({
    ...ADMINISTERED,
    method: 'POST',
    path: `${PATH}/publish`,
    summary: 'Show the draft from now on',
    answer: Brands,
  }),
  readBrandLogo: operation({
    ...ADMINISTERED,
    method: 'GET',
    path: `${PATH}/logo`,
    summary: 'The logo, a PNG; 404 without one',
    query: Type.Object({
      ...OrganizationQuery.properties,
      phase: described(Type.Optional(oneOf(['draft', 'published'])), 'Default: draft'),
    }),
    answer: 'binary',
  }),
  updateBrandLogo: operation({
    ...ADMINISTERED,
    method: 'PUT',
    path: `${PATH}/logo`,
    summary: 'Set the logo of the draft',
    body: Type.Object({ picture: Logo }),
    bodyKind: 'multipart',
    answer: Brands,
    refusals: ['NOT_FOUND'],
  }),
  deleteBrandLogo: operation({
    ...ADMINISTERED,
    method: 'DELETE',
    path: `${PATH}/logo`,
    summary: 'Remove the logo of the draft',
    answer: Brands,
  }),
  previewBrandMail: operation({
    ...ADMINISTERED,
    method: 'GET',
    path: `${PATH}/mail`,
    summary: 'An invitation as the draft would make it, a page of HTML',
    query: Type.Object({
      ...OrganizationQuery.properties,
      language: described(Type.Optional(oneOf(SIGNING_LANGUAGES)), 'Default: English'),
    }),
    answer: 'html',
  }),
  previewBrandSigning: operation({
    ...ADMINISTERED,
    method: 'GET',
    path: `${PATH}/signing`,
    summary: 'What the signing page would show by the draft, with a made-up document',
    internal: true,
    answer: SigningView,
  }),
  readSigningLogo: operation({
    method: 'GET',
    path: '/api/v1/signing/{link}/logo',
    summary: 'The logo of the organization that asks, a PNG',
    access: 'signer',
    internal: true,
    params: LinkPath,
    query: Type.Object({ v: Type.Optional(Text) }),
    answer: 'binary',
    refusals: SIGNER_REFUSALS,
  }),
};
