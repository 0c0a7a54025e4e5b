import { isScope } from '@paraph/domain';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { SignInWays } from '../account/sign-in-ways.tsx';
import { profileQuery, signOut } from '../api/account-api.ts';
import { authorizationRequestQuery, decideAuthorization } from '../api/apps-api.ts';
import { ApiError } from '../api/call.ts';
import type { AuthorizationRequest } from '../api/wire.ts';
import { type TextOf, useText } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { OutsideFrame } from '../ui/outside-frame.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { FailedQuery } from '../ui/unloaded.tsx';

/** The OAuth consent page; the query is passed on unchanged. */
export default function AuthorizePage() {
  const t = useText('authorize');
  const query = window.location.search;
  const request = useQuery(authorizationRequestQuery(query));
  if (request.isPending) return <Skeleton className="mx-auto max-w-form px-4 py-16" />;
  if (request.error instanceof ApiError && request.error.status === 401) {
    return (
      <OutsideFrame title={t('signInTitle')} lead={t('signInLead')}>
        <SignInWays
          onSignedIn={() => void request.refetch()}
          returnTo={`${window.location.pathname}${window.location.search}`}
        >
          <p>
            <a href="/password-reset" className="link py-1">
              {t('forgotPassword')}
            </a>
          </p>
        </SignInWays>
      </OutsideFrame>
    );
  }
  if (request.error) {
    return (
      <OutsideFrame title={t('errorTitle')} lead={t('errorLead')}>
        <FailedQuery query={request} />
      </OutsideFrame>
    );
  }
  return <Question query={query} request={request.data} />;
}

function Question({ query, request }: { query: string; request: AuthorizationRequest }) {
  const t = useText('authorize');
  const say = useText('ui');
  const client = useQueryClient();
  const profile = useQuery(profileQuery).data;
  const decision = useMutation({
    mutationFn: (answer: 'allow' | 'deny') => decideAuthorization(query, answer),
    onSuccess: ({ redirectTo }) => window.location.assign(redirectTo),
    onError: (error) => {
      const hasEnded = error instanceof ApiError && error.status === 401;
      if (hasEnded) void client.invalidateQueries({ queryKey: authorizationRequestQuery(query).queryKey });
    },
  });
  const leave = useMutation({
    mutationFn: signOut,
    onSuccess: () => client.resetQueries({ queryKey: authorizationRequestQuery(query).queryKey }),
  });
  const answer = decision.isPending || decision.isSuccess ? decision.variables : null;
  return (
    <OutsideFrame title={t('title', { name: request.app.name })} lead={leadOf(request, t)}>
      {request.app.origin !== 'made' && <Unregistered host={request.app.host} />}
      <section aria-labelledby="scopes-heading">
        <h2 id="scopes-heading" className="font-medium">
          {t('scopes', { name: request.app.name })}
        </h2>
        <ul className="mt-2 flex flex-col divide-y divide-line border-y border-line">
          {request.scopes.map((scope) => (
            <li key={scope.name} className="flex gap-3 py-3">
              <Check aria-hidden size={18} className="mt-0.5 shrink-0 text-accent" />
              {isScope(scope.name) ? say(`scope.${scope.name}`) : scope.words}
            </li>
          ))}
        </ul>
      </section>
      <p className="text-14 text-muted">
        {profile && t('as', { name: profile.name, email: profile.email })}{' '}
        <button type="button" className="link" onClick={() => leave.mutate()}>
          {t('notYou')}
        </button>
        <br />
        {t('next', { host: request.redirectHost })}
      </p>
      <ErrorBanner error={decision.error ?? leave.error} />
      <div className="flex flex-col gap-3 sm:flex-row-reverse">
        <Button
          variant="primary"
          className="flex-1"
          busy={answer === 'allow'}
          disabled={answer !== null}
          onClick={() => decision.mutate('allow')}
        >
          {t('allow')}
        </Button>
        <Button
          className="flex-1"
          busy={answer === 'deny'}
          disabled={answer !== null}
          onClick={() => decision.mutate('deny')}
        >
          {t('deny')}
        </Button>
      </div>
      <p className="text-13 text-muted">{t('later')}</p>
    </OutsideFrame>
  );
}

function leadOf({ app: { name, ownerName, origin, host } }: AuthorizationRequest, t: TextOf): string {
  if (origin === 'made') return t('lead', { name, owner: ownerName });
  return host === null ? t('leadRegistered', { name }) : t('leadDocument', { name, host });
}

/** What it calls itself is its own word; the host is what is known of it. */
function Unregistered({ host }: { host: string | null }) {
  const t = useText('authorize');
  return (
    <div className="border-s-4 border-waiting ps-4">
      <p className="font-medium">{t('notRegistered')}</p>
      {host !== null && (
        <p className="break-all text-20 font-semibold">
          <bdi>{host}</bdi>
        </p>
      )}
      <p className="text-14 text-muted">{t('notRegisteredWhat')}</p>
    </div>
  );
}
