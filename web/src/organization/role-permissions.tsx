import type { Permission } from '@paraph/domain';
import { useText } from '../text/start-text.ts';
import { PERMISSION_GROUPS, type PermissionGroup, permissionsIn, shareOf } from './role-state.ts';

/** A role's permissions as text, by subject. */
export function RolePermissions({ permissions }: { permissions: readonly Permission[] }) {
  return (
    <dl className="grid gap-x-8 gap-y-4 py-2 sm:grid-cols-2 lg:grid-cols-3">
      {PERMISSION_GROUPS.map((group) => (
        <GroupText key={group.name} group={group} permissions={permissions} />
      ))}
    </dl>
  );
}

type GroupTextProps = { group: PermissionGroup; permissions: readonly Permission[] };

function GroupText({ group, permissions }: GroupTextProps) {
  const t = useText('organization');
  const share = shareOf(group, permissions);
  return (
    <div className="text-14">
      <dt className="font-medium">{t(`group.${group.name}`)}</dt>
      {share === 'some' ? (
        permissionsIn(group)
          .filter((permission) => permissions.includes(permission))
          .map((permission) => <dd key={permission}>{t(`permission.${permission}`)}</dd>)
      ) : (
        <dd className={share === 'none' ? 'text-muted' : ''}>
          {t(share === 'all' ? 'everything' : 'nothing')}
        </dd>
      )}
    </div>
  );
}
