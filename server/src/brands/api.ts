/** What other rooms may call; the use cases are imported from their own files. */

export {
  type Brand,
  disclosureOf,
  findDisclosure,
  findPublishedBrand,
  publishedBrandOf,
} from './brand-store.ts';
export { viewShownBrand } from './brand-view.ts';
export { chooseDisclosure } from './check-brand.ts';
export { findOrganizationOfHost, linkHostOf, listLinkHosts } from './link-host-store.ts';
