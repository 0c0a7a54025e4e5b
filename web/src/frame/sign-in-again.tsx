import { SignInForm } from '../account/sign-in-form.tsx';
import type { Profile } from '../api/wire.ts';
import { useText } from '../text/start-text.ts';
import { Dialog } from '../ui/dialog.tsx';

/** Signs in again in a dialog when the session has ended, so that no input is lost. */
export default function SignInAgain({ profile }: { profile: Profile }) {
  const t = useText('frame');
  return (
    <Dialog isOpen title={t('again.title')} description={t('again.lead')}>
      <SignInForm
        email={profile.email}
        mayKeepData
        onSignedIn={({ id }) => {
          // Another user must not see the page's content.
          if (id !== profile.id) window.location.assign('/documents');
        }}
      >
        <p>
          <a href="/sign-in" className="link py-1">
            {t('again.leave')}
          </a>
        </p>
      </SignInForm>
    </Dialog>
  );
}
