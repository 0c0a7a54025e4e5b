import { useText } from '../text/start-text.ts';
import { SelectField } from '../ui/text-field.tsx';
import { rememberOrganization, useOrganization } from './use-organization.ts';

/** The choice of organization; hidden where there is only one. */
export function OrganizationSwitch() {
  const t = useText('organization');
  const { organizations, organization } = useOrganization();
  if (!organization || organizations.length < 2) return null;
  return (
    <SelectField
      label={t('switch')}
      className="mb-6 max-w-form"
      value={organization.id}
      onChange={(event) => rememberOrganization({ id: Number(event.target.value) })}
    >
      {organizations.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}
