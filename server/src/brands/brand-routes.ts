import type { Deps } from '../deps.ts';
import type { Handlers } from '../http/bind.ts';
import { viewBrands } from './brand-view.ts';
import {
  publishBrand,
  readBrand,
  readBrandLogo,
  updateBrand,
  updateBrandLogo,
  withdrawBrand,
} from './manage-brand.ts';
import { serveLogo } from './serve-logo.ts';

export function brandRoutes(deps: Deps) {
  return {
    readBrand: async ({ caller, query }) => viewBrands(await readBrand(deps, caller, query)),
    updateBrand: async ({ caller, query, body }) =>
      viewBrands(await updateBrand(deps, caller, { ...query, ...body })),
    updateBrandLogo: async ({ caller, query, body }) => {
      const upload = body.files.picture ?? null;
      return viewBrands(await updateBrandLogo(deps, caller, { ...query, upload }));
    },
    deleteBrandLogo: async ({ caller, query }) =>
      viewBrands(await updateBrandLogo(deps, caller, { ...query, upload: 'none' })),
    readBrandLogo: async ({ caller, query: { phase = 'draft', ...query }, request }) => {
      const file = await readBrandLogo(deps, caller, { ...query, phase });
      return serveLogo(deps, { request }, file);
    },
    publishBrand: async ({ caller, query }) => viewBrands(await publishBrand(deps, caller, query)),
    withdrawBrand: async ({ caller, query }) => viewBrands(await withdrawBrand(deps, caller, query)),
  } satisfies Partial<Handlers>;
}
