import { Banner } from '../ui/banner.tsx';
import { useLevelText } from './level-texts.ts';

/** With the parts that only the level qualified loads. */
export function SandboxNotice() {
  const say = useLevelText();
  return (
    <div className="mt-3">
      <Banner tone="waiting" title={say('sandbox.title')}>
        {say('sandbox.help')}
      </Banner>
    </div>
  );
}
