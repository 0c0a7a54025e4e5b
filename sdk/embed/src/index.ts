export { ParaphDesignElement, ParaphSignElement } from './elements.ts';
export type * from './messages.ts';
export {
  type DesignHandlers,
  type DesignOptions,
  type MountedDesigner,
  type MountedSigning,
  mountDesigner,
  mountSigning,
  type SigningHandlers,
  type SigningOptions,
} from './mount-frame.ts';
