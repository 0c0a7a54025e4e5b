import { useText } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { OutsideFrame } from '../ui/outside-frame.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { SignInForm } from './sign-in-form.tsx';

type AddressLinkProps = {
  /** The area of the texts: each begins with the name of the link. */
  of: 'change' | 'confirm';
  /** What is known of the visitor and of what the link is about. */
  query: { isPending: boolean; error: Error | null };
  /** Where nobody is signed in: looks again after the sign-in. */
  onSignedIn: (() => void) | null;
  /** What is asked of who is signed in; null while it is not known. */
  lead: string | null;
  act: { isPending: boolean; error: Error | null; press: () => void };
};

/**
 * The page of a link to a mailbox that proves or changes an address. Opening it changes nothing, because mail filters
 * open links too: the person signs in and presses the button.
 */
export function AddressLink({ of, query, onSignedIn, lead, act }: AddressLinkProps) {
  const t = useText('account');
  return (
    <OutsideFrame title={t(`${of}Title`)}>
      {query.isPending && <Skeleton />}
      <ErrorBanner error={query.error} />
      {onSignedIn && (
        <>
          <p>{t(`${of}SignIn`)}</p>
          <SignInForm onSignedIn={onSignedIn} />
        </>
      )}
      {lead !== null && (
        <>
          <p className="break-words">{lead}</p>
          <ErrorBanner error={act.error} />
          <Button variant="primary" busy={act.isPending} onClick={act.press}>
            {t(`${of}Act`)}
          </Button>
        </>
      )}
    </OutsideFrame>
  );
}
