import { useText } from '../text/start-text.ts';
import { CopyField } from '../ui/copy-field.tsx';

const PATHS = [
  ['base', ''],
  ['authorize', '/integration-apps/authorize'],
  ['access', '/api/v1/OAuth/v2/access'],
  ['refresh', '/api/v1/OAuth/v2/refresh'],
  ['discovery', '/.well-known/oauth-authorization-server'],
] as const;

/** What a client's settings ask for, on this instance. */
export function Addresses() {
  const t = useText('developers');
  return (
    <div className="flex max-w-text flex-col gap-4">
      <p className="text-muted">{t('addressesLead')}</p>
      {PATHS.map(([name, path]) => (
        <CopyField key={name} label={t(`address.${name}`)} value={window.location.origin + path} />
      ))}
    </div>
  );
}
