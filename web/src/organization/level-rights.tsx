import { WORKFLOW_TYPES } from '@paraph/domain';
import { levelsQuery, saveLevels } from '../api/organization-api.ts';
import type { LevelOffers, Organization } from '../api/wire.ts';
import { useText } from '../text/start-text.ts';
import { Checkbox } from '../ui/checkbox.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { useAct } from '../ui/use-act.ts';
import { sayRole } from './say-role.ts';

type LevelRightsProps = { organization: Organization; offers: LevelOffers };
type RoleLevels = Pick<LevelOffers['roles'][number], 'levels' | 'roleId'>;

/** Which levels each role may ask for; each change is saved at once. */
export function LevelRights({ organization: { id, administrator }, offers }: LevelRightsProps) {
  const t = useText('organization');
  const saving = useAct({
    does: (role: RoleLevels) => saveLevels(id, { roles: [role] }),
    answers: levelsQuery(id),
    says: () => t('levelRightsSaved'),
    stale: [{ queryKey: ['levels', id] }],
  });
  return (
    <section aria-labelledby="level-rights" className="flex flex-col gap-3">
      <div>
        <h2 id="level-rights" className="text-20 font-semibold">
          {t('levelRights')}
        </h2>
        <p className="mt-1 text-14 text-muted">
          {t(administrator ? 'levelRightsLead' : 'levelRightsAdministrators')}
        </p>
      </div>
      <ErrorBanner error={saving.error} />
      <div className="flex flex-col border-b border-line">
        {offers.roles.map(({ roleId, name, levels }) => (
          <fieldset
            key={roleId}
            disabled={!administrator || saving.isPending}
            className="grid gap-x-4 border-t border-line py-2 sm:grid-cols-[minmax(0,1fr)_auto]"
          >
            <legend className="sr-only">{sayRole(t, { id: roleId, name })}</legend>
            <span aria-hidden className="min-w-0 break-words py-2 font-medium">
              {sayRole(t, { id: roleId, name })}
            </span>
            <span className="flex flex-wrap gap-x-6">
              {WORKFLOW_TYPES.map((type) => (
                <Checkbox
                  key={type}
                  label={t(`level.${type}`)}
                  checked={levels.includes(type)}
                  // One at least stays.
                  disabled={levels.length === 1 && levels.includes(type)}
                  onChange={({ target }) =>
                    saving.mutate({
                      roleId,
                      levels: WORKFLOW_TYPES.filter((each) =>
                        each === type ? target.checked : levels.includes(each),
                      ),
                    })
                  }
                />
              ))}
            </span>
          </fieldset>
        ))}
      </div>
    </section>
  );
}
