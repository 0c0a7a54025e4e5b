export * from './errors.ts';
export {
  authorizationUrl,
  createPkcePair,
  exchangeCode,
  type OAuthApp,
  renewingToken,
  type Tokens,
} from './oauth.ts';
export type * from './operations.ts';
export type { List, Page } from './pages.ts';
export { Paraph, type ParaphOptions } from './paraph.ts';
export type * from './shapes.ts';
export type { CallOptions } from './transport.ts';
export type { Upload, UploadContent } from './upload.ts';
export {
  type Notification,
  NotificationError,
  type NotificationRequest,
  standardSecret,
  verifyNotification,
} from './verify-notification.ts';
