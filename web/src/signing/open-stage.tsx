import { ActNoticeList } from './act-notice-list.tsx';
import { DocumentStage } from './document-stage.tsx';
import { goToField, goToPage } from './field-focus.ts';
import { LoadFailure } from './load-failure.tsx';
import { moduleHook } from './module-hook.ts';
import { ReadStage } from './read-stage.tsx';
import { ReviewStage } from './review-stage.tsx';
import type { Finish, SigningApi } from './signing-api.ts';
import type { SigningView } from './signing-view.ts';
import type { ActNotices } from './use-act-notices.ts';
import type { FieldAnswers } from './use-answers.ts';
import type { SigningFields } from './use-signing-fields.ts';
import type { Stage } from './use-stage.ts';

interface OpenStageProps {
  readonly api: SigningApi;
  readonly stage: Stage;
  readonly view: SigningView;
  readonly signing: SigningFields;
  readonly fieldAnswers: FieldAnswers;
  readonly notices: ActNotices;
  readonly finish: { readonly start: () => void; readonly isBusy: boolean };
  readonly goTo: (stage: Stage, then?: () => void) => void;
  readonly onDecline: () => void;
  readonly onApprove: () => void;
  readonly onFinish: (finish: Finish) => Promise<void>;
  readonly onView: (view: SigningView) => void;
  /** The provider has signed. */
  readonly onSigned: () => Promise<void>;
  /** The preview that Finish named, at the level qualified. */
  readonly checked: string | null;
}

/** Loaded for qualified signatures alone. */
const useProviderStage = moduleHook(() => import('./provider-stage.tsx'));

/** What follows the cover: reading, filling, the check before the last press. */
export function OpenStage({ stage, goTo, notices, finish, checked, onSigned, ...shared }: OpenStageProps) {
  const { view, signing } = shared;
  const provider = useProviderStage(view.workflow.type === 'qualified');
  const notice = (
    <ActNoticeList notices={notices} onGo={(point) => goTo('document', () => goToPage(point))} />
  );
  if (stage === 'read') return <ReadStage view={view} signing={signing} onBack={() => history.back()} />;
  if (stage === 'document') {
    return <DocumentStage {...shared} notice={notice} onFinish={finish.start} isFinishing={finish.isBusy} />;
  }
  if (stage === 'provider') {
    if (!provider.module) return provider.hasFailed ? <LoadFailure /> : null;
    const { ProviderStage } = provider.module;
    return (
      <ProviderStage link={view.link} previewId={checked} onBack={() => goTo('review')} onDone={onSigned} />
    );
  }
  return (
    <ReviewStage
      {...shared}
      notices={notices}
      notice={notice}
      onBack={() => goTo('document')}
      onChange={(field) => goTo('document', () => goToField(field))}
    />
  );
}
