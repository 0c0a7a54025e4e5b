import { useQuery } from '@tanstack/react-query';
import { levelsQuery, saveLevels } from '../api/organization-api.ts';
import type { LevelOffers, Organization } from '../api/wire.ts';
import { useText } from '../text/start-text.ts';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { StateBadge } from '../ui/state-badge.tsx';
import { SelectField } from '../ui/text-field.tsx';
import { Unloaded } from '../ui/unloaded.tsx';
import { useAct } from '../ui/use-act.ts';
import { LevelRights } from './level-rights.tsx';
import { OrganizationArea } from './organization-area.tsx';

/** Which levels the organization is offered, what each other level needs, and the default identification. */
export default function LevelsPage() {
  const t = useText('organization');
  return (
    <OrganizationArea title={t('levels')} lead={({ name }) => t('levelsLead', { name })}>
      {(organization) => <Levels organization={organization} />}
    </OrganizationArea>
  );
}

function Levels({ organization }: { organization: Organization }) {
  const t = useText('organization');
  const send = useText('send');
  const query = useQuery(levelsQuery(organization.id));
  if (!query.data) return <Unloaded query={query} lines={6} />;
  const { levels, identifications } = query.data;
  const nameOf = ({ type, sandbox }: LevelOffers['levels'][number]) => {
    const level = t(`level.${type}`);
    return sandbox ? send('levelBySandbox', { level }) : level;
  };
  return (
    <div className="flex max-w-text flex-col gap-10">
      <Offers
        title={t('levelsOffered')}
        offers={levels.map((each) => ({ name: nameOf(each), missing: each.missing }))}
      />
      <p className="text-14">
        <a href="/docs/levels" className="link">
          {t('levelsDocs')}
        </a>
      </p>
      <LevelRights organization={organization} offers={query.data} />
      <Offers
        title={t('identifications')}
        offers={identifications.map(({ identification, missing }) => ({
          name: t(`identification.${identification}`),
          missing,
        }))}
      />
      <DefaultIdentification organization={organization} offers={query.data} />
    </div>
  );
}

function Offers({ title, offers }: { title: string; offers: { name: string; missing: string | null }[] }) {
  const t = useText('organization');
  return (
    <section className="flex flex-col gap-3">
      <h2 className="text-20 font-semibold">{title}</h2>
      <ul className="flex flex-col border-b border-line">
        {offers.map(({ name, missing }) => (
          <li key={name} className="flex flex-wrap items-start gap-x-4 gap-y-1 border-t border-line py-3">
            <span className="min-w-0 grow">
              <span className="font-medium">{name}</span>
              {missing !== null && <span className="block text-14 text-muted">{missing}</span>}
            </span>
            <StateBadge
              tone={missing === null ? 'done' : 'draft'}
              word={t(missing === null ? 'offered' : 'notOffered')}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A passkey is asked of people alone who have one. */
function isFitForAll({ identification }: LevelOffers['identifications'][number]): boolean {
  return identification !== 'passkey';
}

type DefaultProps = { organization: Organization; offers: LevelOffers };

function DefaultIdentification({ organization: { id, administrator }, offers }: DefaultProps) {
  const t = useText('organization');
  const saving = useAct({
    does: (value: LevelOffers['defaultIdentification']) => saveLevels(id, { defaultIdentification: value }),
    answers: levelsQuery(id),
    says: () => t('identificationSaved'),
  });
  return (
    <section className="flex flex-col gap-3">
      <SelectField
        label={t('identificationDefault')}
        hint={t(administrator ? 'identificationHint' : 'identificationAdministrators')}
        disabled={!administrator || saving.isPending}
        value={offers.defaultIdentification ?? ''}
        onChange={({ target }) =>
          saving.mutate((target.value || null) as LevelOffers['defaultIdentification'])
        }
      >
        <option value="">{t('identificationFirst')}</option>
        {offers.identifications.filter(isFitForAll).map(({ identification, offered }) => (
          <option key={identification} value={identification} disabled={!offered}>
            {t(`identification.${identification}`)}
          </option>
        ))}
      </SelectField>
      <ErrorBanner error={saving.error} />
    </section>
  );
}
