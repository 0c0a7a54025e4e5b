import type { DisplayedRect, PageGeometry, PdfRect } from '../geometry.ts';
import type { PdfRef } from '../pdf/values.ts';

/** A rectangle on a page: in user space (points) or in percent of the displayed page. */
export type Placement =
  | { readonly page: number; readonly rect: PdfRect }
  | { readonly page: number; readonly displayed: DisplayedRect };

/** A placement in user space of its page. */
export interface PlacedRect {
  readonly page: PdfRef;
  readonly rect: PdfRect;
  readonly rotate: PageGeometry['rotate'];
  /** Receives the widgets of the page. */
  readonly annotations: PdfRef[];
}
