import type { Permission } from '@paraph/domain';
import { useEffect, useRef } from 'react';
import { useText } from '../text/start-text.ts';
import { Checkbox } from '../ui/checkbox.tsx';
import {
  PERMISSION_GROUPS,
  type PermissionGroup,
  permissionsIn,
  shareOf,
  tableRows,
  toggleGroup,
  togglePermission,
} from './role-state.ts';

type PermissionEditorProps = {
  chosen: readonly Permission[];
  onChange: (chosen: Permission[]) => void;
};

/** Every permission by subject; permissions on own and others' objects side by side. */
export function PermissionEditor({ chosen, onChange }: PermissionEditorProps) {
  return (
    <div className="flex flex-col divide-y divide-line border-y border-line">
      {PERMISSION_GROUPS.map((group) => (
        <Group key={group.name} group={group} chosen={chosen} onChange={onChange} />
      ))}
    </div>
  );
}

type GroupProps = PermissionEditorProps & { group: PermissionGroup };

function Group({ group, chosen, onChange }: GroupProps) {
  const t = useText('organization');
  const name = t(`group.${group.name}`);
  return (
    <fieldset className="py-4">
      <legend className="float-start font-medium">{name}</legend>
      <WholeGroup group={group} chosen={chosen} onChange={onChange} />
      <div className="clear-both">
        {group.table && <OwnAndOthers group={group} chosen={chosen} onChange={onChange} />}
        <div className="grid gap-x-6 sm:grid-cols-2">
          {group.single.map((permission) => (
            <Checkbox
              key={permission}
              label={t(`permission.${permission}`)}
              checked={chosen.includes(permission)}
              onChange={() => onChange(togglePermission(chosen, permission))}
            />
          ))}
        </div>
      </div>
    </fieldset>
  );
}

function WholeGroup({ group, chosen, onChange }: GroupProps) {
  const t = useText('organization');
  const box = useRef<HTMLInputElement>(null);
  const share = shareOf(group, chosen);
  useEffect(() => {
    if (box.current) box.current.indeterminate = share === 'some';
  }, [share]);
  return (
    <label className="float-end flex items-center gap-2 text-14 text-muted">
      {t('all')}
      <input
        ref={box}
        type="checkbox"
        className="size-5 accent-accent"
        aria-label={`${t('all')}: ${t(`group.${group.name}`)} (${permissionsIn(group).length})`}
        checked={share === 'all'}
        onChange={() => onChange(toggleGroup(chosen, group))}
      />
    </label>
  );
}

function OwnAndOthers({ group, chosen, onChange }: GroupProps) {
  const t = useText('organization');
  return (
    <table aria-label={t(`group.${group.name}`)} className="my-2 w-full max-w-form text-start text-14">
      <thead>
        <tr>
          <td />
          {(['own', 'others'] as const).map((side) => (
            <th key={side} scope="col" className="px-2 py-1 font-medium text-muted">
              {t(side)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {tableRows(group).map((row) => (
          <tr key={row.operation} className="border-t border-line">
            <th scope="row" className="py-1 text-start font-normal">
              {t(`operation.${row.operation}`)}
            </th>
            {([row.own, row.others] as const).map((permission) => (
              <td key={permission} className="text-center">
                <label className="flex min-h-9 items-center justify-center">
                  <input
                    type="checkbox"
                    className="size-5 accent-accent"
                    aria-label={t(`permission.${permission}`)}
                    checked={chosen.includes(permission)}
                    onChange={() => onChange(togglePermission(chosen, permission))}
                  />
                </label>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
