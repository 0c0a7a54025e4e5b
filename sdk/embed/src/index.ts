export type * from './messages.ts';
export {
  type MountedSigning,
  mountSigning,
  type SigningHandlers,
  type SigningOptions,
} from './mount-signing.ts';
export { ParaphSignElement } from './paraph-sign.ts';
