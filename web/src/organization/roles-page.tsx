import { PERMISSIONS } from '@paraph/domain';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Pencil, Plus, ShieldPlus, Trash2 } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { deleteRole, rolesQuery } from '../api/organization-api.ts';
import type { Organization, Role } from '../api/wire.ts';
import { useText } from '../text/start-text.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { useToast } from '../ui/toast.tsx';
import { Unloaded } from '../ui/unloaded.tsx';
import { OrganizationArea } from './organization-area.tsx';
import { RoleDialog } from './role-dialog.tsx';
import { RolePermissions } from './role-permissions.tsx';
import { sayRole } from './say-role.ts';

export default function RolesPage() {
  const t = useText('organization');
  const [isMaking, setMaking] = useState(false);
  return (
    <OrganizationArea
      title={t('roles')}
      lead={() => t('rolesLead')}
      action={({ administrator }) =>
        administrator && (
          <Button variant="primary" icon={Plus} onClick={() => setMaking(true)}>
            {t('newRole')}
          </Button>
        )
      }
    >
      {(organization) => (
        <>
          <RoleList organization={organization} />
          <RoleDialog organization={organization} isOpen={isMaking} onClose={() => setMaking(false)} />
        </>
      )}
    </OrganizationArea>
  );
}

function RoleList({ organization }: { organization: Organization }) {
  const t = useText('organization');
  const customRoles = useRef<HTMLElement>(null);
  const roles = useQuery(rolesQuery(organization.id));
  if (!roles.data) return <Unloaded query={roles} lines={6} />;
  const made = roles.data.filter(({ system }) => !system);
  return (
    <div className="flex flex-col gap-10">
      <section aria-labelledby="system-roles">
        <h2 id="system-roles" className="text-20 font-semibold">
          {t('systemRole')}
        </h2>
        <ul className="flex flex-col divide-y divide-line">
          {roles.data
            .filter(({ system }) => system)
            .map((role) => (
              <RoleRow key={role.id} role={role} />
            ))}
        </ul>
      </section>
      <section ref={customRoles} tabIndex={-1} aria-labelledby="own-roles" className="outline-none">
        <h2 id="own-roles" className="text-20 font-semibold">
          {t('ownRole')}
        </h2>
        {made.length === 0 && (
          <EmptyState icon={ShieldPlus} title={t('noOwnRoles')}>
            {t('noOwnRolesLead')}
          </EmptyState>
        )}
        <ul className="flex flex-col divide-y divide-line">
          {made.map((role) => (
            <RoleRow key={role.id} role={role}>
              {organization.administrator && (
                <RoleActions
                  organization={organization}
                  role={role}
                  onGone={() => customRoles.current?.focus()}
                />
              )}
            </RoleRow>
          ))}
        </ul>
      </section>
    </div>
  );
}

function RoleRow({ role, children }: { role: Role; children?: ReactNode }) {
  const t = useText('organization');
  const count = { count: role.permissions.length, total: PERMISSIONS.length };
  return (
    <li className="flex flex-col gap-2 py-4">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h3 id={`role-${role.id}`} className="font-medium">
            {sayRole(t, role)}
          </h3>
          <p className="text-14 text-muted">
            {role.system ? t(`roleWhat.${role.key}`) : t('permissionCount', count)}
          </p>
        </div>
        {children}
      </div>
      <details>
        <summary aria-describedby={`role-${role.id}`} className="w-fit py-1 text-14 text-accent">
          {t('whatItPermits')}
        </summary>
        <RolePermissions permissions={role.permissions} />
      </details>
    </li>
  );
}

type RoleActionsProps = { organization: Organization; role: Role; onGone: () => void };

function RoleActions({ organization, role, onGone }: RoleActionsProps) {
  const t = useText('organization');
  const showToast = useToast();
  const client = useQueryClient();
  const [openDialog, setOpenDialog] = useState<'edit' | 'delete' | null>(null);
  const close = () => setOpenDialog(null);
  const describedBy = { 'aria-describedby': `role-${role.id}` };
  const deletion = useMutation({
    mutationFn: () => deleteRole(organization.id, role.id),
    onSuccess: async () => {
      close();
      showToast({ text: t('roleDeleted', { name: sayRole(t, role) }) });
      await client.invalidateQueries({ queryKey: rolesQuery(organization.id).queryKey });
      onGone();
    },
  });
  return (
    <div className="flex flex-wrap gap-2">
      <Button icon={Pencil} {...describedBy} onClick={() => setOpenDialog('edit')}>
        {t('edit')}
      </Button>
      <Button icon={Trash2} variant="danger" {...describedBy} onClick={() => setOpenDialog('delete')}>
        {t('delete')}
      </Button>
      <RoleDialog organization={organization} role={role} isOpen={openDialog === 'edit'} onClose={close} />
      <ConfirmDialog
        isOpen={openDialog === 'delete'}
        onClose={close}
        act={deletion}
        title={t('deleteRole', { name: sayRole(t, role) })}
        description={t('deleteRoleWhat')}
        confirmLabel={t('delete')}
      />
    </div>
  );
}
