import { useText } from '../text/start-text.ts';
import { Banner } from '../ui/banner.tsx';
import { HandoverSection } from './handover-section.tsx';
import { useLevelText } from './level-texts.ts';
import { canHoldKey } from './own-key/own-key.ts';
import { SandboxNotice } from './sandbox-notice.tsx';
import type { SigningView } from './signing-view.ts';

/** What a level beyond the simple one asks of the signer, and why, before anything else. */
export function CoverLevel({ view, isTrial }: { view: SigningView; isTrial: boolean }) {
  const t = useText('signing');
  const say = useLevelText();
  const { type } = view.workflow;
  if (type === 'simple') return null;
  const { identification } = view;
  const proof = identification && say(`proofs.${identification.method}`);
  // Without the value the text keeps its place, which an element takes.
  const [before = '', after = ''] = proof?.split('{to}') ?? [];
  return (
    <section className="mt-6">
      <h2 className="text-14 text-muted">{say('title')}</h2>
      <p className="mt-1 max-w-text">{say(type)}</p>
      {view.workflow.sandbox && <SandboxNotice />}
      {proof && (
        <p className="mt-2 max-w-text">
          {before}
          {proof.includes('{to}') && <bdi dir="ltr">{identification.to?.replaceAll(' ', '\u00a0')}</bdi>}
          {after}
        </p>
      )}
      {!isTrial && (
        <div className="mt-3 print:hidden">
          {type === 'advanced' && !canHoldKey() ? (
            <Banner tone="waiting" title={t('ownKey.missing')} action={<HandoverSection view={view} />}>
              {t('ownKey.missingHelp')}
            </Banner>
          ) : (
            <HandoverSection view={view} />
          )}
        </div>
      )}
    </section>
  );
}
