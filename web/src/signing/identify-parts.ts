/** Everything by which a person shows who they are, one file that is loaded where it is needed. */
export { IdentifyDialog } from './identify-dialog.tsx';
export { PasskeyDialog } from './passkey-dialog.tsx';
export { SignInDialog, SignInNotice } from './sign-in-dialog.tsx';
