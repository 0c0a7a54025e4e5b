import { SignInForm } from '../account/sign-in-form.tsx';
import type { Profile } from '../api/wire.ts';
import { useText } from '../text/start-text.ts';
import { Dialog } from '../ui/dialog.tsx';

/** The session has ended under a page in use: signing in over it loses nothing of what was being written. */
export default function SignInAgain({ profile }: { profile: Profile }) {
  const t = useText('frame');
  return (
    <Dialog isOpen title={t('again.title')} description={t('again.lead')}>
      <SignInForm
        email={profile.email}
        mayKeepData
        onSignedIn={({ id }) => {
          // Somebody else must not see what the page behind still shows.
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
