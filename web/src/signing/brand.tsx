import { createContext, type ReactNode, useContext, useLayoutEffect } from 'react';
import type { SigningView } from './signing-view.ts';

interface ShownName {
  readonly logoUrl: string;
  readonly name: string;
}

const Logo = createContext<ShownName | null>(null);

/** The logo of the organization that asks, with its name; null where it shows none. */
export const useBrandLogo = () => useContext(Logo);

type Branded = Pick<SigningView, 'brand'> & { workflow: { organizationName: string } };

const SHADES = ['accent', 'strong', 'wash', 'on'] as const;

/** Shows the organization's colours and logo on all that is inside, from its first paint. */
export function BrandShown({ view, children }: { view: Branded | null; children: ReactNode }) {
  const colours = view?.brand?.colours ?? null;
  useLayoutEffect(() => {
    const { dataset, style } = document.documentElement;
    if (colours === null) return;
    // Values alone, set by script: the style sheet that uses them is ours.
    for (const scheme of ['light', 'dark'] as const)
      for (const shade of SHADES) style.setProperty(`--brand-${scheme}-${shade}`, colours[scheme][shade]);
    dataset.brand = '';
    return () => {
      delete dataset.brand;
    };
  }, [colours]);
  const logoUrl = view?.brand?.logoUrl ?? null;
  const name = view?.workflow.organizationName ?? '';
  return <Logo.Provider value={logoUrl === null ? null : { logoUrl, name }}>{children}</Logo.Provider>;
}
